/** Refusals in the user's words: the stable code for errors, the rule and its message for explanations. */
import type { ApiError } from '$lib/api/client';
import type { Explanation } from '$lib/api/types';
import { hasMessage, t, type Values } from '$lib/i18n';
import { cardName, cityName, goodIn, mapName, placeName, provinceName } from './names';

type Namer = (seat: number) => string;

export function errorInWords(error: ApiError, seatName?: Namer): string {
  if (error.body.explanation) return explanationInWords(error.body.explanation, seatName);
  const key = `error.${error.code}`;
  return hasMessage(key) ? t(key, { message: error.message }) : t('error.other', { message: error.message });
}

/** Why something may not be done. The server's English stands in for a message the catalogue lacks. */
export function explanationInWords(explanation: Explanation, seatName: Namer = String): string {
  const key = `why.${explanation.key ?? ''}`;
  return hasMessage(key) ? t(key, valuesInWords(explanation.values, seatName)) : explanation.text;
}

const NAMES: Record<string, (id: string) => string> = {
  city: cityName,
  province: provinceName,
  good: goodIn,
  card: cardName,
  line: placeName,
  place: placeName,
  map: mapName,
};
const SEATS = ['seat', 'turn_seat', 'decider'];

/** The values of an explanation are ids: each is named by what it is. */
export function valuesInWords(values: Record<string, unknown>, seatName: Namer): Values {
  const words: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (SEATS.includes(name)) words[name] = seatName(Number(value));
    else if (typeof value === 'number') words[name] = value;
    else words[name] = NAMES[name]?.(String(value)) ?? String(value);
  }
  return words;
}
