/**
 * Invented languages for tests: every message comes out accented and in brackets, one of them right to left.
 * Text on the screen without brackets was written into a component by hand.
 */
export type Pseudo = { dir: 'ltr' | 'rtl'; open: string; close: string };

export const PSEUDO_LOCALES: Record<string, Pseudo | undefined> = {
  'en-XA': { dir: 'ltr', open: '⟦', close: '⟧' },
  'en-XB': { dir: 'rtl', open: '⟦', close: '⟧' },
};

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  O: 'Ó',
  n: 'ñ',
  c: 'ç',
};

export function pseudo(words: Record<string, string>, how: Pseudo): Record<string, string> {
  const made: Record<string, string> = {};
  for (const [key, message] of Object.entries(words)) made[key] = how.open + accent(message) + how.close;
  return made;
}

/** Accents the text outside of `{arguments}` and `<tags>`; plural and select arms stay as they are. */
function accent(message: string): string {
  let depth = 0;
  let tag = false;
  let out = '';
  for (const letter of message) {
    if (letter === '{') depth++;
    if (letter === '<') tag = true;
    out += depth === 0 && !tag ? (ACCENTS[letter] ?? letter) : letter;
    if (letter === '}') depth--;
    if (letter === '>') tag = false;
  }
  return out;
}
