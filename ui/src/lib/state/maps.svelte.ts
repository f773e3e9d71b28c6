/** The boards that the server offers, and what they, their cities and their provinces are called. */
import { api, ApiError } from '$lib/api/client';
import type { MapSummary } from '$lib/api/types';
import { placeIn } from '$lib/i18n';

let list = $state.raw<readonly MapSummary[]>([]);
let titles = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked: Promise<void> | undefined;

export const maps = {
  get list(): readonly MapSummary[] {
    return list;
  },
};

export function learnMaps(given: readonly MapSummary[]): void {
  list = given;
  // An id means the same on all boards: the server sees to it.
  titles = new Map(given.flatMap((map) => [...Object.entries(map.cities), ...Object.entries(map.provinces)]));
}

/** Asks the server once; again if it could not be reached. */
export function loadMaps(): Promise<void> {
  asked ??= api.maps().then(
    (answer) => learnMaps(answer.maps),
    (error: unknown) => {
      asked = undefined;
      if (!(error instanceof ApiError)) throw error;
    },
  );
  return asked;
}

/** The Latin name of a city or province, as the board has it; made of its id where the server has not told it yet. */
export function placeTitle(id: string): string {
  return titles.get(id) ?? capitals(id);
}

/** The name of a city or province inside a sentence, in the language of the page. */
export function placeInWords(id: string): string {
  return placeIn(id) ?? placeTitle(id);
}

export function mapTitle(id: string): string {
  return list.find((map) => map.id === id)?.name ?? capitals(id);
}

function capitals(id: string): string {
  return id.replace(
    /(^|-)(.)/g,
    (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase(),
  );
}
