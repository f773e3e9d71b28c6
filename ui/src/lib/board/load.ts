/** The boards drawn at build time; each is a file of its own, loaded when a table needs it. */
import type { BoardDrawing } from './types';

const files = import.meta.glob<BoardDrawing>('./generated/*.json', { import: 'default' });

/** Ids of the boards there are. */
export const BOARDS: readonly string[] = Object.keys(files).map((path) =>
  path.slice('./generated/'.length, -'.json'.length),
);

/** The drawing of a board. */
export async function loadBoard(id: string): Promise<BoardDrawing> {
  const load = files[`./generated/${id}.json`];
  if (!load) throw new Error(`there is no board ${JSON.stringify(id)}`);
  return load();
}
