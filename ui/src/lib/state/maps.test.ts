import { expect, it } from 'vitest';
import { cityName, mapName, provinceName } from '$lib/words/names';
import { learnMaps, maps } from './maps.svelte';

it('names of places are those of the board, or made of their ids until it is known', () => {
  expect([cityName('carthago-nova'), mapName('hispania')]).toEqual(['Carthago Nova', 'Hispania']);
  learnMaps([
    {
      id: 'hispania',
      name: 'Iberia',
      players: [2, 3],
      about: null,
      cities: { 'carthago-nova': 'Nova Carthago' },
      provinces: { baetica: 'Baetica felix' },
    },
  ]);
  expect(cityName('carthago-nova')).toBe('Nova Carthago');
  expect(provinceName('baetica')).toBe('Baetica felix');
  expect(mapName('hispania')).toBe('Iberia');
  expect(maps.list.map(({ id }) => id)).toEqual(['hispania']);
});
