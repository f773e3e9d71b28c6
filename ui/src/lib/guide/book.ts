/** What the guide is made of, in reading order: parts, sections, and the rules that each section tells. */
import type { Phase, Question } from '$lib/api/types';
import { t, tAny } from '$lib/i18n';
import { g, hasWords, type GuideKey } from './words.svelte';

export interface Section {
  id: string;
  /** Its title: a card of the table's catalogue, or a message of the guide. */
  card?: string;
  /** Messages of its text, in order; those named after a rule are its anchors. */
  texts: readonly GuideKey[];
}

export interface Part {
  id: 'start' | 'cards' | 'end' | 'hand';
  sections: readonly Section[];
}

export const PARTS: readonly Part[] = [
  {
    id: 'start',
    sections: [
      { id: 'aim', texts: ['aim.house', 'aim.cards', 'aim.gods', 'aim.win'] },
      {
        id: 'table',
        texts: [
          'table.board',
          'table.city',
          'table.lines',
          'table.marker',
          'table.display',
          'table.goods',
          'table.pieces',
        ],
      },
      { id: 'setup', texts: ['R1.1', 'R1.2', 'R1.3', 'R1.4', 'R1.5', 'R1.6'] },
      { id: 'turn', texts: ['R2.1', 'R2.2', 'turn.undo'] },
      { id: 'storehouse', texts: ['R3.1', 'R3.2', 'R3.3', 'R3.4'] },
    ],
  },
  {
    id: 'cards',
    sections: [
      { id: 'tribune', card: 'tribune', texts: ['R4.1', 'R4.2'] },
      { id: 'architect', card: 'architect', texts: ['R5.1', 'R5.2', 'R5.3', 'R5.4', 'R5.5', 'R5.6', 'R5.7'] },
      { id: 'prefect', card: 'prefect', texts: ['R6.1', 'R6.2', 'R6.3', 'R6.4'] },
      { id: 'colonist', card: 'colonist', texts: ['R7.1', 'R7.2', 'R7.2.first'] },
      { id: 'mercator', card: 'mercator-3', texts: ['R8.1'] },
      { id: 'specialists', texts: ['R8.2'] },
      { id: 'diplomat', card: 'diplomat', texts: ['R9.1', 'R9.2'] },
      { id: 'senator', card: 'senator', texts: ['R10.1'] },
      { id: 'consul', card: 'consul', texts: ['R10.2'] },
    ],
  },
  {
    id: 'end',
    sections: [
      { id: 'end', texts: ['R11.1'] },
      { id: 'scoring', texts: ['R11.2', 'R11.3'] },
      { id: 'halfway', texts: ['R11.4'] },
      {
        id: 'differ',
        texts: [
          'differ.lead',
          'differ.income',
          'differ.magnus',
          'differ.house',
          'differ.trade',
          'differ.settle',
          'differ.tie',
          'differ.vesta',
          'differ.first',
          'differ.massilia',
          'differ.diplomat',
          'differ.halfway',
        ],
      },
    ],
  },
  {
    id: 'hand',
    sections: [
      { id: 'aid', texts: ['aid.turn', 'aid.multiply'] },
      { id: 'sheet', texts: ['sheet.lead'] },
    ],
  },
];

export const SECTIONS: readonly Section[] = PARTS.flatMap((part) => part.sections);

export function titleOf(section: Section): string {
  return section.card ? tAny(`card.${section.card}`) : g(`section.${section.id}` as GuideKey);
}

/** The section of that id. */
export function section(id: string): Section {
  const found = SECTIONS.find((one) => one.id === id);
  if (!found) throw new Error(`the guide has no section ${JSON.stringify(id)}`);
  return found;
}

export const isRule = (key: string): boolean => /^R\d+\.\d+$/.test(key);

// Topics that are told inside a section of another name.
const WITHIN: Record<string, string> = {
  'mercator-3': 'mercator',
  'mercator-5': 'mercator',
  mason: 'specialists',
  farmer: 'specialists',
  smith: 'specialists',
  vintner: 'specialists',
  weaver: 'specialists',
  praefectus: 'R6.3',
  concordia: 'R11.1',
  vesta: 'scoring',
  jupiter: 'scoring',
  saturnus: 'scoring',
  mercurius: 'scoring',
  mars: 'scoring',
  minerva: 'scoring',
};

/** The id of the place that tells about a topic: a section, a rule (`R5.3`), a group of rules (`R5`), a card or a god. */
export function placeOf(topic: string | null): string | null {
  if (topic === null) return null;
  const known = WITHIN[topic] ?? (topic.startsWith('diplomat') ? 'diplomat' : topic);
  if (SECTIONS.some((one) => one.id === known || one.texts.some((text) => isRule(text) && text === known)))
    return known;
  const first = SECTIONS.flatMap((one) => one.texts).find((text) => text.startsWith(`${known}.`));
  return first !== undefined && isRule(first) ? first : null;
}

const PHASES: Partial<Record<Phase, string>> = {
  play: 'turn',
  copy: 'diplomat',
  line: 'R5.1',
  build: 'R5.5',
  keep: 'R3.2',
  settle: 'R7.1',
  finished: 'scoring',
};

/** Where the guide opens for somebody who is asked this: at the phase, or at the card that was played. */
export function topicOf(question: Question | null): string | null {
  if (!question) return null;
  const played = question.tentative.find((step) => step.kind === 'play')?.thing.id;
  const topic = PHASES[question.phase] ?? (question.phase === 'end' ? played : question.phase);
  return placeOf(topic ?? null);
}

/** A place of the guide that a search found. */
export interface Passage {
  /** Where it is. */
  at: string;
  title: string;
  text: string;
}

const plain = (text: string): string => text.toLocaleLowerCase();

/** Passages that have all words of the query, titles first; everything for an empty query is nothing. */
export function find(query: string, values: (key: GuideKey) => Record<string, number>): Passage[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const holds = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  const titles: Passage[] = [];
  const texts: Passage[] = [];
  for (const one of SECTIONS) {
    const title = titleOf(one);
    if (holds(title)) titles.push({ at: one.id, title, text: '' });
    for (const key of one.texts) {
      const text = hasWords(key) ? g(key, values(key)) : '';
      if (holds(`${key} ${text}`)) texts.push({ at: isRule(key) ? key : one.id, title, text });
    }
  }
  for (const god of ['vesta', 'jupiter', 'saturnus', 'mercurius', 'mars', 'minerva'] as const) {
    const text = t(`god.${god}.text`);
    if (holds(`${t(`god.${god}`)} ${text}`)) texts.push({ at: 'scoring', title: t(`god.${god}`), text });
  }
  return [...titles, ...texts];
}
