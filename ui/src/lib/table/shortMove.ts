/** A move by one click on its goal: the colonist is the one that has the shortest way there. */
import type { Question } from '$lib/api/types';
import { Chart } from '$lib/board/geometry';
import type { BoardDrawing, BoardThing } from '$lib/board';

export type ShortMove = { pick: string; to: string };

/** What a click on a line means while no colonist is picked; null if none that may move has a way there. */
export function shortMove(question: Question, line: BoardThing, drawing: BoardDrawing): ShortMove | null {
  const kind = line.colonist ?? 'land';
  const chart = new Chart(drawing);
  let best: string | null = null;
  let least = Infinity;
  for (const { text, thing } of question.legal) {
    if (thing.type !== 'colonist' || thing.colonist !== kind) continue;
    const steps = chart.route(kind, thing.at ?? '', line.id)?.length ?? Infinity;
    if (steps < least) [best, least] = [text, steps];
  }
  return best === null ? null : { pick: best, to: `to ${kind} ${line.id}` };
}
