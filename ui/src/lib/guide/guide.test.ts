import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it } from 'vitest';
import words from '$data/messages/guide/en.json';
import examples from './examples.json';
import { marksOf } from './marks';

const messages = words as Record<string, string>;

it.each(Object.entries(words))('%s is a message that can be read', (_, message) => {
  expect(() => new IntlMessageFormat(message, 'en')).not.toThrow();
  expect(message).toBe(message.trim());
});

const said: [key: string, values: object][] = [
  ['example.marker', examples.marker.values],
  ['example.storehouse', examples.storehouse.values],
  ['example.tribune', examples.tribune.values],
  ['example.move', examples.architect.move],
  ['example.build', examples.architect.build],
  ...examples.architect.prices.map((price): [string, object] => ['example.price', price]),
  ['example.third', examples.architect.third],
  ['example.prefect', examples.prefect.values],
  ['example.magnus', examples.prefect.magnus],
  ['example.collect', examples.collect.values],
  ['example.settle', examples.settle.values],
  ['example.income', examples.settle.income],
  ['example.mercator', examples.mercator.values],
  ['example.specialist', examples.specialist.values],
  ['example.diplomat', examples.diplomat.values],
  ['example.senator', examples.senator.values],
  ['example.consul', examples.consul.values],
  ['example.score', examples.score.values],
  ...examples.score.rows.map((row): [string, object] => [`score.${row.god}`, row.values]),
];

it.each(said)('%s names what the engine gives', (key, values) => {
  expect(marksOf(messages[key] ?? '').names).toEqual(Object.keys(values).sort());
});
