/**
 * The tutorial: a turn of each card, then the storehouse, the Praefectus Magnus, points and the end, each at a table with
 * a prepared position.
 *
 * The tutor only points and explains, and looks whether it was done. Every decision is a real one, and the rules are the
 * server's.
 */
import type { LegalAction, LogTurn, Phase, Question, Step } from '$lib/api/types';
import type { MessageKey } from '$lib/i18n';

/** The ids of the server's lessons, in the order they build on each other. */
export const LESSONS = [
  'architect',
  'prefect',
  'mercator',
  'senator',
  'tribune',
  'diplomat',
  'specialist',
  'colonist',
  'consul',
  'storehouse',
  'magnus',
  'gods',
  'end',
] as const;
export type Lesson = (typeof LESSONS)[number];

/** What has to be done in one turn. */
type Goal = {
  /** The card to play: the beginnings of the ids that count. */
  cards: readonly string[];
  /** One of these decisions must be among the turn's. */
  kinds: readonly Step['kind'][];
  /** And it must be the one that brings the most points now. */
  best?: true;
};

export const GOALS: Record<Lesson, Goal> = {
  architect: { cards: ['architect'], kinds: ['build'] },
  prefect: { cards: ['prefect'], kinds: ['produce'] },
  mercator: { cards: ['mercator'], kinds: ['sell', 'buy'] },
  senator: { cards: ['senator'], kinds: ['purchase'] },
  tribune: { cards: ['tribune'], kinds: ['colonist'] },
  diplomat: { cards: ['diplomat'], kinds: ['copy'] },
  specialist: { cards: ['mason', 'farmer', 'smith', 'vintner', 'weaver'], kinds: ['play'] },
  colonist: { cards: ['colonist'], kinds: ['settle'] },
  consul: { cards: ['consul'], kinds: ['purchase'] },
  storehouse: { cards: ['prefect'], kinds: ['keep'] },
  magnus: { cards: ['prefect'], kinds: ['produce'] },
  gods: { cards: ['senator'], kinds: ['purchase'], best: true },
  end: { cards: ['architect'], kinds: ['build'] },
};

const isOf = (cards: readonly string[], card: string): boolean =>
  cards.some((start) => card === start || card.startsWith(`${start}-`));

/** The decisions that bring a seat the most points at once, of one kind. */
export function bestOf(legal: readonly LegalAction[], seat: number): Set<string> {
  const points = ({ effect }: LegalAction): number =>
    effect?.seats?.find((one) => one.seat === seat)?.points?.total ?? 0;
  const most = Math.max(...legal.map(points));
  return new Set(legal.filter((one) => points(one) === most).map((one) => one.text));
}

/** Whether steps of a turn fulfil a lesson; `best` are the decisions that count where only the best ones do. */
export function fulfils(
  lesson: Lesson,
  card: string,
  steps: readonly Step[],
  best: Set<string> | null,
): boolean {
  const goal = GOALS[lesson];
  if (!isOf(goal.cards, card)) return false;
  const [first] = steps.filter(({ kind }) => goal.kinds.includes(kind));
  return first !== undefined && (!goal.best || !best || best.has(first.text));
}

/** Where the learner is: still before the turn, done, or past a turn that was something else. */
export function progress(
  lesson: Lesson,
  log: readonly LogTurn[],
  seat: number,
  from: number,
  best: Set<string> | null,
): 'open' | 'done' | 'missed' {
  const turns = log.filter((turn) => turn.turn > from && turn.seat === seat && !turn.open);
  if (turns.some((turn) => fulfils(lesson, turn.card, turn.steps, best))) return 'done';
  return turns.length > 0 ? 'missed' : 'open';
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

export type Advice = { key: MessageKey; suggested: string | null };

/** What the tutor says during the turn. */
export function advise(lesson: Lesson, question: Question | null, best: Set<string> | null): Advice {
  if (!question) return { key: 'tutorial.wait', suggested: null };
  if (question.phase === 'play') {
    const { cards } = GOALS[lesson];
    const play = question.legal.find(({ kind, thing }) => kind === 'play' && isOf(cards, thing.id));
    return { key: `lesson.${lesson}`, suggested: play?.text ?? null };
  }
  const first = question.tentative.find(({ kind }) => kind === 'purchase');
  if (GOALS[lesson].best) {
    if (!first) return { key: 'lesson.gods.choose', suggested: null };
    if (best && !best.has(first.text)) return { key: 'lesson.gods.less', suggested: null };
  }
  // A turn may be ended when what it is for was done, even if more could be done.
  const done = fulfils(lesson, question.tentative[0]?.thing.id ?? '', question.tentative, best);
  if (done && question.can_end) return { key: 'tutorial.end', suggested: 'end' };
  return { key: PHASES[question.phase] ?? 'tutorial.end', suggested: null };
}
