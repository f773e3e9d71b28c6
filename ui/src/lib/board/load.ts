/** Drawings of boards, each loaded when a table needs it: those drawn at build time, others as the server describes them. */
import { api } from '$lib/api/client';
import type { BoardDrawing } from './types';

const files = import.meta.glob<BoardDrawing>('./generated/*.json', { import: 'default' });
const sketches = import.meta.glob<BoardDrawing>('./generated/sketches/*.json', { import: 'default' });
const drawn = new Map<string, Promise<BoardDrawing>>();

/** Ids of the boards the page was built with. */
export const BOARDS: readonly string[] = Object.keys(files).map((path) =>
  path.slice('./generated/'.length, -'.json'.length),
);

/** A board for a small picture: much lighter than its drawing. One that the page was not built with has its drawing only. */
export function loadSketch(id: string): Promise<BoardDrawing> {
  return sketches[`./generated/sketches/${id}.json`]?.() ?? loadBoard(id);
}

/** The drawing of a board. */
export async function loadBoard(id: string): Promise<BoardDrawing> {
  const load = files[`./generated/${id}.json`];
  if (load) return load();
  let board = drawn.get(id);
  if (!board) {
    board = drawAnew(id);
    drawn.set(id, board);
    board.catch(() => drawn.delete(id)); // to be tried again
  }
  return board;
}

async function drawAnew(id: string): Promise<BoardDrawing> {
  const { maps } = await api.reference();
  const map = maps.find(({ meta }) => meta.id === id);
  if (!map) throw new Error(`there is no board ${JSON.stringify(id)}`);
  const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<BoardDrawing>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(`the board ${id} cannot be drawn: ${message}`));
      worker.postMessage(map);
    });
  } finally {
    worker.terminate();
  }
}
