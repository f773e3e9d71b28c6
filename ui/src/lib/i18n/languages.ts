/** The languages people can choose. A further one is a catalogue and a line here (docs/translate.md). */
export type Direction = 'ltr' | 'rtl';
export type Catalogue = Record<string, string>;
/** What cities and provinces are called inside sentences, by id, where a language has names of its own. */
export type PlaceNames = Record<string, string>;

type Language = {
  /** What its speakers call it. */
  name: string;
  dir: Direction;
  load: () => Promise<Catalogue>;
  places?: () => Promise<PlaceNames>;
};

const catalogue = (file: Promise<{ default: Catalogue }>): Promise<Catalogue> => file.then((m) => m.default);

// Catalogues are loaded when they are chosen. What one lacks, the build has filled with English.
export const LANGUAGES: Record<string, Language> = {
  en: { name: 'English', dir: 'ltr', load: () => catalogue(import('$data/messages/en.json')) },
  de: { name: 'Deutsch', dir: 'ltr', load: () => catalogue(import('$data/messages/de.json')) },
  fr: { name: 'Français', dir: 'ltr', load: () => catalogue(import('$data/messages/fr.json')) },
  hu: { name: 'Magyar', dir: 'ltr', load: () => catalogue(import('$data/messages/hu.json')) },
  uk: { name: 'Українська', dir: 'ltr', load: () => catalogue(import('$data/messages/uk.json')) },
  ru: {
    name: 'Русский',
    dir: 'ltr',
    load: () => catalogue(import('$data/messages/ru.json')),
    places: () => catalogue(import('$data/messages/places/ru.json')),
  },
  fa: {
    name: 'فارسی',
    dir: 'rtl',
    load: () => catalogue(import('$data/messages/fa.json')),
    places: () => catalogue(import('$data/messages/places/fa.json')),
  },
};

/** The first of these language tags that there is a catalogue for, or English. */
export function bestLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (Object.hasOwn(LANGUAGES, language)) return language;
  }
  return 'en';
}
