import { cleanup, render } from '@testing-library/svelte';
import cards from '$data/cards/base.json';
import { afterEach, describe, expect, it } from 'vitest';
import Card from './Card.svelte';
import { face, FACES } from './faces';
import { GOD_EMBLEMS } from './gods';
import { GOOD_ICONS, GOODS } from './goods';
import { PERSON_ICONS, PERSONS } from './persons';
import { COLORS } from '$lib/api/lists';
import { SEATS } from './seats';

afterEach(cleanup);

describe('faces', () => {
  it('cover the starting hand and all decks', () => {
    expect([...FACES.keys()].sort()).toEqual(
      [
        'architect',
        'colonist',
        'consul',
        'diplomat-jupiter',
        'diplomat-mars',
        'diplomat-mercurius',
        'diplomat-saturnus',
        'diplomat-saturnus-food',
        'diplomat-saturnus-tool',
        'farmer',
        'mason',
        'mercator-3',
        'mercator-5',
        'prefect',
        'senator',
        'smith',
        'tribune',
        'vintner',
        'weaver',
      ].sort(),
    );
    expect(face('smith')).toMatchObject({ god: 'minerva', cost: ['brick', 'tool'], good: 'tool', points: 3 });
    expect(face('architect').cost).toEqual(['tool']);
    expect(() => face('emperor')).toThrow(/"emperor"/);
  });

  it('have a figure for every card of the data, icons for every good and god', () => {
    expect(cards.cards.map(({ id }) => id).sort()).toEqual([...PERSONS].sort());
    for (const person of PERSONS) expect(PERSON_ICONS[person].length).toBeGreaterThan(1);
    for (const good of GOODS) expect(GOOD_ICONS[good].length).toBeGreaterThan(0);
    for (const { god } of FACES.values()) expect(GOD_EMBLEMS[god].length).toBeGreaterThan(0);
  });

  it('give each player a letter, a shape and a roof of their own', () => {
    for (const part of ['letter', 'shape', 'roof'] as const) {
      expect(new Set(COLORS.map((color) => SEATS[color][part])).size).toBe(COLORS.length);
    }
  });
});

describe('Card', () => {
  it.each([...FACES.keys(), 'concordia', 'praefectus'])('%s has its name and its god', (id) => {
    const { container } = render(Card, { face: id, price: true });
    expect(container.querySelector('header')?.textContent).toMatch(/\w/);
    if (id !== 'praefectus') expect(container.querySelector('footer')?.textContent).toMatch(/\w/);
    const cost = FACES.get(id)?.cost.length ?? 0;
    expect(container.querySelectorAll('.price .good')).toHaveLength(cost);
  });
});
