/**
 * The first-game tutorial: one turn of each card a player starts with, at a real table against one bot.
 *
 * The tutor only points and explains. It suggests the next card not yet played and then follows whatever the
 * player does: every decision is a real one.
 */
import type { Question, LogTurn, Phase } from '$lib/api/types';
import type { MessageKey } from '$lib/i18n';

/** In this order each card can show what it is for. */
export const LESSONS = [
  'architect',
  'prefect',
  'mercator-3',
  'senator',
  'diplomat-jupiter',
  'tribune',
] as const;
export type Lesson = (typeof LESSONS)[number];

export type Advice = { key: MessageKey; suggested: string | null };

/** The lessons a seat has had: cards it has played to the end of a turn. */
export function learned(log: LogTurn[], seat: number): Set<Lesson> {
  const played = new Set(log.filter((turn) => turn.seat === seat && !turn.open).map((turn) => turn.card));
  return new Set(LESSONS.filter((card) => played.has(card)));
}

const PHASES: Partial<Record<Phase, MessageKey>> = {
  copy: 'tutorial.copy',
  tribune: 'tutorial.tribune',
  architect: 'tutorial.architect',
  line: 'tutorial.line',
  build: 'tutorial.build',
  prefect: 'tutorial.prefect',
  keep: 'tutorial.keep',
  colonist: 'tutorial.colonist',
  settle: 'tutorial.colonist',
  mercator: 'tutorial.mercator',
  senator: 'tutorial.senator',
  consul: 'tutorial.senator',
  end: 'tutorial.end',
};

/** What the tutor says now. */
export function advise(question: Question | null, done: Set<Lesson>): Advice {
  if (done.size === LESSONS.length) return { key: 'tutorial.done', suggested: null };
  if (!question) return { key: 'tutorial.wait', suggested: null };
  if (question.phase !== 'play') {
    return {
      key: PHASES[question.phase] ?? 'tutorial.end',
      suggested: question.phase === 'end' ? 'end' : null,
    };
  }
  const playable = new Set(question.legal.map((legal) => legal.text));
  const next = LESSONS.find((card) => !done.has(card) && playable.has(`play ${card}`));
  if (next === undefined) return { key: 'tutorial.any', suggested: null };
  return { key: `tutorial.play.${next}`, suggested: `play ${next}` };
}
