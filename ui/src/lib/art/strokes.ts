/** A drawing as data: shapes of one path each, filled or stroked in a named tone. */
export interface Stroke {
  d: string;
  /** Tone of the area, if any. */
  fill?: Tone;
  /** Tone of the outline, if any, and its width. */
  line?: Tone;
  width?: number;
  turn?: string;
}

/** `ink` is the drawing's own colour, `tint` its second one, `lite` the ground it stands on. */
export type Tone = 'ink' | 'tint' | 'lite';
