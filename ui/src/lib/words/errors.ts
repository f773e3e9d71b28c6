/** Refusals in the user's words: the stable code for errors, the rule and its message for explanations. */
import type { ApiError } from '$lib/api/client';
import type { Explanation } from '$lib/api/types';
import { hasMessage, t, type Values } from '$lib/i18n';
import { cardName, cityName, goodName, placeName, provinceName } from './names';

export function errorInWords(error: ApiError): string {
  if (error.body.explanation) return explanationInWords(error.body.explanation);
  const key = `error.${error.code}`;
  return hasMessage(key) ? t(key, { message: error.message }) : t('error.other', { message: error.message });
}

/** Why something may not be done. The server's English stands in for a message the catalogue lacks. */
export function explanationInWords(explanation: Explanation): string {
  const key = `why.${explanation.key ?? ''}`;
  return hasMessage(key) ? t(key, named(explanation.values)) : explanation.text;
}

const NAMES: Record<string, (id: string) => string> = {
  city: cityName,
  province: provinceName,
  good: goodName,
  card: cardName,
  line: placeName,
  place: placeName,
};

/** The values of an explanation are ids: each is named by what it is. */
function named(values: Record<string, unknown>): Values {
  const words: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const naming = NAMES[name];
    if (typeof value === 'number') words[name] = value;
    else words[name] = naming ? naming(String(value)) : String(value);
  }
  return words;
}
