/** How a board is drawn: the `drawing` section of a map file, with nothing left out. */
export interface Drawing {
  projection: ProjectionData;
  cities: Record<string, CityDrawing>;
  lines: Record<string, LineDrawing>;
  provinces: Record<string, ProvinceDrawing>;
  /** How far, in board units, a province reaches from its cities. */
  reach: number;
  /** Points [longitude, latitude] around which the land belongs to no province. */
  wild?: [number, number][];
  /** Latitude north of which firs stand in the wild, and south of which there are dunes. */
  wilderness: { trees: number; dunes: number };
  /** Size of the provinces' names. */
  names: number;
  /** Size of the mountains. */
  relief: number;
  title: { at: [number, number]; size: number };
  compass: { at: [number, number]; size: number };
}

export interface ProjectionData {
  kind: 'conic-equal-area' | 'mercator';
  size: [number, number];
  /** top, right, bottom, left: the cities stay inside. */
  margin: [number, number, number, number];
  parallels?: [number, number];
  centre?: number;
}

export interface CityDrawing {
  /** Where the name stands, seen from the city. */
  label: 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';
  /** Fine tuning of the name in board units. */
  shift?: [number, number];
  /** Where its houses fan out, in degrees clockwise from east; without it, away from the name. */
  fan?: number;
  /** Moves the city away from its real place, in board units. */
  nudge?: [number, number];
}

export interface LineDrawing {
  /** Sideways offset of the curve over its length, to the left seen from the first city; two numbers make an S. */
  bend: number | [number, number];
  /** Where along the line a colonist stands, 0 to 1. */
  middle?: number;
}

export interface ProvinceDrawing {
  /** Centre of the name, in board units. */
  label: [number, number];
  /** Turns the name, in degrees. */
  turn?: number;
  /** Centre of the bonus marker. */
  marker: [number, number];
  tint: number;
  /** Further points [longitude, latitude] that belong to the province. */
  seeds?: [number, number][];
}

export interface MapFile {
  meta: { id: string; name: string; players: number[]; source: string };
  topology: {
    capital: string;
    provinces: { id: string; name: string; number: number; cities: string[] }[];
    cities: {
      id: string;
      name: string;
      province: string | null;
      letter: string | null;
      lat: number;
      lon: number;
    }[];
    lines: { kind: 'land' | 'sea'; between: [string, string] }[];
  };
  /** What is left out, `complete` finds. */
  drawing?: Partial<Omit<Drawing, 'cities' | 'provinces' | 'lines'>> & {
    cities?: Record<string, Partial<CityDrawing>>;
    lines?: Record<string, Partial<LineDrawing>>;
    provinces?: Record<string, Partial<ProvinceDrawing>>;
  };
}

export interface DrawnMap extends MapFile {
  drawing: Drawing;
}
