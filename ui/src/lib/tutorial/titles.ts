/** What lessons are called: most like the card they are about. */
import { t } from '$lib/i18n';
import { cardName } from '$lib/words/names';
import type { Lesson } from './lessons';

const CARDS: Partial<Record<Lesson, string>> = {
  architect: 'architect',
  prefect: 'prefect',
  mercator: 'mercator-3',
  senator: 'senator',
  tribune: 'tribune',
  diplomat: 'diplomat-jupiter',
  colonist: 'colonist',
  consul: 'consul',
  magnus: 'praefectus',
};

export function lessonTitle(lesson: Lesson): string {
  const card = CARDS[lesson];
  if (card !== undefined) return cardName(card);
  return t(`lesson.title.${lesson as 'specialist' | 'storehouse' | 'gods' | 'end'}`);
}
