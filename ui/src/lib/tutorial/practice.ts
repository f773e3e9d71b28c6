/** Where a learner is in the tutorial; kept in the browser, so that it goes on where it was left. */
import { api, ApiError } from '$lib/api/client';
import { t, unmarked } from '$lib/i18n';
import { settings } from '$lib/state/settings.svelte';
import { lessonTitle } from './titles';
import { LESSONS, type Lesson } from './lessons';

const KEY = 'praefectus.tutorial';

export type Practice = {
  lesson: Lesson;
  /** The table of this lesson; empty before it is opened. */
  table: string;
  /** How many turns had been played when it was opened. */
  from: number;
  done: Lesson[];
};

export function practice(): Practice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { lesson, table, from, done } = kept as Partial<Practice>;
    return {
      lesson: LESSONS.find((one) => one === lesson) ?? LESSONS[0],
      table: typeof table === 'string' ? table : '',
      from: typeof from === 'number' ? from : 0,
      done: LESSONS.filter((one) => Array.isArray(done) && done.includes(one)),
    };
  } catch {
    return { lesson: LESSONS[0], table: '', from: 0, done: [] };
  }
}

function keep(some: Partial<Practice>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...practice(), ...some }));
}

export function isPractice(id: string): boolean {
  return practice().table === id;
}

/** Notes that a lesson was learned. */
export function markDone(lesson: Lesson): void {
  const { done } = practice();
  if (!done.includes(lesson)) keep({ done: [...done, lesson] });
}

/** The table of the lesson that was left; a new one if there is none any more. */
export async function resume(): Promise<string> {
  const { lesson, table } = practice();
  if (table !== '') {
    try {
      await api.table(table);
      return table;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return openLesson(lesson);
}

/** A fresh table for a lesson. */
export async function openLesson(lesson: Lesson): Promise<string> {
  const name = unmarked(t('lesson.table', { lesson: lessonTitle(lesson) })).slice(0, 32);
  const { table } = await api.lesson(lesson, name, settings.name.trim() || null);
  keep({ lesson, table: table.id, from: table.game?.turn ?? 0 });
  return table.id;
}

/** The tutorial is over or put off: next time it goes on with what was not learned yet. */
export function leave(): void {
  const { done } = practice();
  keep({ lesson: LESSONS.find((one) => !done.includes(one)) ?? LESSONS[0], table: '' });
}

/** The first game after the tutorial: the small board, one easy opponent. */
export async function openFirstGame(): Promise<string> {
  const { bots } = await api.bots();
  // The weakest that plays with a plan.
  const level = (bots.find(({ id }) => id === 'beginner') ?? bots[0])?.id ?? 'random';
  const { table } = await api.create({
    name: null,
    map: 'italia',
    hands: 'open',
    hints: true,
    seats: [
      { kind: 'me', color: 'red', name: settings.name.trim() || null, level: null },
      { kind: 'bot', color: 'blue', name: null, level },
    ],
  });
  return table.id;
}

/** Takes away the table of a lesson that is over. */
export async function clear(table: string): Promise<void> {
  try {
    await api.delete(table);
  } catch (error) {
    // A table that is gone already needs no clearing.
    if (!(error instanceof ApiError)) throw error;
  }
}
