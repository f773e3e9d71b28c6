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

const CARDS = [
  'tribune',
  'architect',
  'prefect',
  'mercator-3',
  'colonist',
  'diplomat',
  'senator',
  'consul',
  'mason',
  'farmer',
  'smith',
  'vintner',
  'weaver',
  'praefectus',
  'concordia',
] as const;

/** Which section of the rules tells more about a card. */
const SECTION: Partial<Record<(typeof CARDS)[number], string>> = {
  tribune: 'R4',
  architect: 'R5',
  prefect: 'R6',
  praefectus: 'R6',
  colonist: 'R7',
  'mercator-3': 'R8',
  diplomat: 'R9',
  senator: 'R10',
  consul: 'R10',
  concordia: 'R11',
};

const RULES = Object.keys(en).filter((key) => /^rule\.R\d+\.\d+$/.test(key));
const SECTIONS = Object.keys(en).filter((key) => /^rule\.R\d+$/.test(key));

function rulesOf(section: string): Topic['paragraphs'] {
  return RULES.filter((key) => key.startsWith(`rule.${section}.`)).map((key) => ({
    id: key.slice('rule.'.length),
    text: t(key as MessageKey),
  }));
}

export function topics(): Topic[] {
  const cards = CARDS.map((card): Topic => {
    const section = SECTION[card];
    const face = card === 'mercator-3' ? 'mercator-3' : card;
    return {
      id: card,
      group: 'cards',
      title: tAny(`card.${face}`),
      paragraphs: [{ id: null, text: tAny(`card.${face}.text`) }, ...(section ? rulesOf(section) : [])],
    };
  });
  const gods = GODS.map(
    (god): Topic => ({
      id: god,
      group: 'gods',
      title: t(`god.${god}`),
      paragraphs: [
        { id: null, text: t(`god.${god}.epithet`) },
        { id: null, text: t(`god.${god}.text`) },
      ],
    }),
  );
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
