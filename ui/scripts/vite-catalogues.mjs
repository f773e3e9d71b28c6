// @ts-check
import { readFileSync } from 'node:fs';

const CATALOGUE = /\/data\/messages\/[a-z]{2}\.json$/;

/**
 * A Vite plugin that fills what a language's catalogue lacks with English, so that only one of them is loaded.
 * @returns {import('vite').Plugin}
 */
export function catalogues() {
  return {
    name: 'praefectus-catalogues',
    enforce: 'pre',
    transform(code, id) {
      if (!CATALOGUE.test(id) || id.endsWith('/en.json')) return null;
      const english = id.replace(/[a-z]{2}\.json$/, 'en.json');
      this.addWatchFile(english);
      return filled(JSON.parse(code), JSON.parse(readFileSync(english, 'utf8')));
    },
  };
}

/** @param {Record<string, string>} words @param {Record<string, string>} english */
export function filled(words, english) {
  return JSON.stringify({ ...english, ...words });
}
