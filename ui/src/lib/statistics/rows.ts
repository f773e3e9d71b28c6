/** The rows of the tables of statistics, in words. */
import type { Statistics } from '$lib/api/types';
import { tList } from '$lib/i18n';
import { s } from '$lib/study/words.svelte';
import { cardName, cityName, goodName } from '$lib/words/names';

type Group = Statistics['groups'][number];
export type Row = { name: string; rate: Group['seats'][number] };
type Named = Group['first_cards'];
/** Of openings, the most frequent ones. */
const MOST = 8;

const named = (rates: Named, word: (name: string) => string): Row[] =>
  rates.slice(0, MOST).map((rate) => ({ name: tList(rate.name.split(' ').map(word), 'unit'), rate }));

export const tables = (group: Group): { title: string; rows: Row[] }[] => [
  {
    title: s('stats.seats'),
    rows: group.seats
      .map((rate, i) => ({ name: s('stats.seat', { number: i + 1 }), rate }))
      .filter(({ rate }) => rate.games > 0),
  },
  { title: s('stats.first-cards'), rows: named(group.first_cards, cardName) },
  { title: s('stats.first-goods'), rows: named(group.first_goods, goodName) },
  { title: s('stats.first-cities'), rows: named(group.first_cities, cityName) },
  { title: s('stats.first-purchases'), rows: named(group.first_purchases, cardName) },
  {
    title: s('stats.leads'),
    rows: group.leads.map((rate) => {
      const { round, least, most } = rate;
      const name =
        most === null ? s('stats.lead.from', { round, least }) : s('stats.lead', { round, least, most });
      return { name, rate };
    }),
  },
  {
    title: s('stats.bought'),
    rows: group.bought.map((rate) => {
      const { first_round: first, last_round: last } = rate;
      const when = last === null ? s('stats.rounds.from', { first }) : s('stats.rounds', { first, last });
      return { name: tList([cardName(rate.name), when], 'unit'), rate };
    }),
  },
];
