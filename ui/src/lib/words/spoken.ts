/** A turn as one sentence, and a choice with what it costs and brings: what is read out, and written nowhere else. */
import type { LegalAction, LogTurn } from '$lib/api/types';
import { t, tList } from '$lib/i18n';
import { amountsInWords, amountsOf, pointsOf, seatEffect } from './effects';
import { logLines, type Copied, type LogLine, type Namer } from './log';
import { cardName } from './names';

/** What the end of a turn brought, a sentence; empty if nothing. */
export function endInWords(turn: LogTurn, name: Namer): string {
  const ends = { seat: turn.seat, steps: turn.steps.filter(({ kind }) => kind === 'end') };
  const what = logLines(ends, name).map((line) => lineInWords(line, ''));
  return what.length > 0 ? t('say.end', { what: tList(what, 'unit') }) : '';
}

/** "Cato plays Architect: sails to Roma–Neapolis, builds in Cosa." */
export function turnInWords(turn: LogTurn, name: Namer, copied?: Copied): string {
  const what = logLines(turn, name, copied).map((line) => lineInWords(line, name(turn.seat)));
  return t('say.turn', {
    name: name(turn.seat),
    card: cardName(turn.card),
    any: String(what.length > 0),
    what: tList(what, 'unit'),
  });
}

function lineInWords(line: LogLine, subject: string): string {
  if (line.key !== 'log.receives') return t(line.key, line.values);
  const amounts = amountsInWords(line.amounts);
  return line.values['name'] === subject
    ? amounts
    : t('say.receives', { name: String(line.values['name']), amounts });
}

/** A decision to be taken, or one that was. */
type Told = Pick<LegalAction, 'kind' | 'effect' | 'cost'>;

/** "Build in Cosa: pays 4 sestertii, gives 1 brick, gains 2 points". */
export function choiceInWords(words: string, legal: Told, seat: number): string {
  const own = seatEffect(legal.effect, seat);
  const total = own ? pointsOf(own).filter((one) => one.what === 'points' && one.god === 'total') : [];
  const parts = own && legal.kind !== 'keep' ? [...amountsOf(own), ...total] : [];
  if (legal.cost) return t('say.steps', { what: words, count: legal.cost });
  return parts.length > 0 ? t('say.choice', { what: words, amounts: amountsInWords(parts) }) : words;
}
