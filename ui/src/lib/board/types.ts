/** What a board is drawn from, and what it is told about the game. It knows no rules. */
import type { Good } from '$lib/art/goods';
import type { Color } from '$lib/api/types';

export type Kind = 'land' | 'sea';

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

/** A board as `scripts/draw-boards.mjs` made it. */
export interface BoardDrawing {
  id: string;
  name: string;
  /** Width and height of what is played on; it begins at the origin. */
  size: [number, number];
  /** What is drawn, for windows of other shapes: left, top, right, bottom. */
  frame: Box;
  /** Coast of everything, and a coarser one of the larger lands for the lines in the water. */
  land: string;
  shelf: string;
  rivers: string;
  /** x, y, half width, height and lean of each mountain. */
  peaks: number[];
  /** x, y and height of each. */
  firs: number[];
  dunes: number[];
  provinces: ProvinceDrawing[];
  capital: { id: string; d: string };
  cities: CityDrawing[];
  /** The middle of the capital's tray, where colonists wait; players stand side by side in it, or under each other. */
  tray: { x: number; y: number; upright: boolean };
  lines: LineDrawing[];
  /** Size of the provinces' names. */
  names: number;
  title: { at: [number, number]; size: number };
  compass: { at: [number, number]; size: number };
}

export interface ProvinceDrawing {
  id: string;
  name: string;
  number: number;
  cities: string[];
  tint: number;
  label: { x: number; y: number; turn: number };
  marker: { x: number; y: number };
  d: string;
}

export interface CityDrawing {
  id: string;
  name: string;
  province: string | null;
  x: number;
  y: number;
  label: { x: number; y: number; anchor: 'start' | 'middle' | 'end'; box: Box };
  /** Where each player's house stands, in turn order; none in the capital. */
  pads: [number, number][];
  /** Direction in which waiting colonists fan out, in degrees clockwise from east. */
  fan: number;
}

/** x and y of the start, of two control points and of the end. */
export type Curve = [number, number, number, number, number, number, number, number];

export interface LineDrawing {
  /** `land alexandria~cyrene` */
  id: string;
  kind: Kind;
  between: [string, string];
  curve: Curve;
  length: number;
  /** Where a colonist stands: along the curve, and in board units. */
  t: number;
  x: number;
  y: number;
}

/** What lies on the board. */
export interface BoardPosition {
  /** The players' colours, in turn order. */
  players: Color[];
  /** The good of each city but the capital. */
  cities: Record<string, Good>;
  /** The colours that have a house in a city. */
  houses: Record<string, Color[]>;
  colonists: ColonistPosition[];
  markers: Record<string, MarkerPosition>;
}

export interface ColonistPosition {
  color: Color;
  kind: Kind;
  /** A city, or the two cities of a line: `massilia~roma`. */
  at: string;
}

export interface MarkerPosition {
  side: 'goods' | 'coins';
  good: Good;
  coins: number;
}

/** Something on the board; `id` as on the wire (a colonist's is `land massilia~roma`). */
export interface BoardThing {
  type: 'city' | 'line' | 'province' | 'colonist';
  id: string;
  /** The kind of line, where the id alone could mean two; for a city, the kind of colonist a choice is about. */
  colonist?: Kind | null;
}

/** Where and how a thing was pointed at. */
export interface Inspected {
  x: number;
  y: number;
  tapped: boolean;
  finger?: boolean;
}

/** Something that may be done with a thing on the board now. */
export interface BoardChoice {
  /** The decision in words; becomes `data-action`. */
  action: string;
  thing: BoardThing;
  /** Read out and shown as its name. */
  label: string;
  cost?: ChoiceCost | null;
}

export interface ChoiceCost {
  /** Movement points. */
  points?: number;
  money?: number;
  goods?: Partial<Record<Good, number>>;
}
