/** What the help is made of: every card, god and rule of the catalogue, as pages that can be searched. */
import en from '../../messages/en.json';
import { t, tAny, type MessageKey } from '$lib/i18n';
import { GODS } from '$lib/api/types';

export type Topic = {
  id: string;
  group: 'cards' | 'gods' | 'rules';
  title: string;
  paragraphs: { id: string | null; text: string }[];
};

/** Every card, with the rules that tell all about it; those without are told by their own text. */
const CARDS = {
  tribune: ['R4.1', 'R4.2'],
  architect: ['R5.1', 'R5.2', 'R5.3', 'R5.4', 'R5.5', 'R5.6', 'R5.7'],
  prefect: ['R6.1', 'R6.2', 'R6.3', 'R6.4'],
  'mercator-3': ['R8.1'],
  colonist: ['R7.1', 'R7.2'],
  diplomat: ['R9.1', 'R9.2'],
  senator: ['R10.1'],
  consul: ['R10.2'],
  mason: [],
  farmer: [],
  smith: [],
  vintner: [],
  weaver: [],
  praefectus: ['R6.3'],
  concordia: ['R11.1'],
} as const satisfies Record<string, readonly string[]>;

const RULES = Object.keys(en).filter((key) => /^rule\.R\d+\.\d+$/.test(key));
const SECTIONS = Object.keys(en).filter((key) => /^rule\.R\d+$/.test(key));

function rulesOf(section: string): Topic['paragraphs'] {
  return RULES.filter((key) => key.startsWith(`rule.${section}.`)).map((key) => ({
    id: key.slice('rule.'.length),
    text: t(key as MessageKey),
  }));
}

export function topics(): Topic[] {
  const cards = Object.entries(CARDS).map(([card, rules]): Topic => ({
    id: card,
    group: 'cards',
    title: tAny(`card.${card}`),
    paragraphs:
      rules.length > 0
        ? rules.map((id) => ({ id, text: tAny(`rule.${id}`) }))
        : [{ id: null, text: tAny(`card.${card}.text`) }],
  }));
  const gods = GODS.map((god): Topic => ({
    id: god,
    group: 'gods',
    title: t(`god.${god}`),
    paragraphs: [
      { id: null, text: t(`god.${god}.epithet`) },
      { id: null, text: t(`god.${god}.text`) },
    ],
  }));
  const rules = SECTIONS.map((key): Topic => {
    const section = key.slice('rule.'.length);
    return { id: section, group: 'rules', title: t(key as MessageKey), paragraphs: rulesOf(section) };
  });
  return [...cards, ...gods, ...rules];
}

/** Topics that hold all words of the query, titles first. */
export function find(all: Topic[], query: string): Topic[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const holds = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word));
  const inTitle = all.filter((topic) => holds(topic.title) || holds(topic.id));
  const inText = all.filter(
    (topic) =>
      !inTitle.includes(topic) &&
      holds(topic.paragraphs.map((paragraph) => `${paragraph.id ?? ''} ${paragraph.text}`).join(' ')),
  );
  return [...inTitle, ...inText];
}
