import { describe, expect, it } from 'vitest';
import { loadBoard } from './load';
import { Chart } from './geometry';
import { placeKey, stops, walk, type Arrow } from './walk';

const ARROWS: Arrow[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

describe.each(['italia', 'imperium'])('walking %s by arrows', (map) => {
  it('goes from a city onto a line, and from any line to a city', async () => {
    const chart = new Chart(await loadBoard(map));
    for (const { key } of stops(chart)) {
      const nexts = ARROWS.flatMap((arrow) => walk(chart, key, arrow) ?? []);
      const cities = nexts.filter((next) => next.key.startsWith('city '));
      expect(cities.length > 0, key).toBe(key.startsWith('line '));
    }
  });

  it('reaches every place from the capital', async () => {
    const chart = new Chart(await loadBoard(map));
    const seen = new Set([`city ${chart.board.capital.id}`]);
    for (const key of seen)
      for (const arrow of ARROWS) {
        const next = walk(chart, key, arrow);
        if (next) seen.add(next.key);
      }
    const missed = stops(chart).filter(({ key }) => !seen.has(key));
    expect(missed.map(({ key }) => key)).toEqual([]);
  });
});

it('finds a colonist where it stands', () => {
  expect(placeKey({ type: 'colonist', id: 'sea massilia~roma' })).toBe('line sea massilia~roma');
  expect(placeKey({ type: 'colonist', id: 'land roma' })).toBe('city roma');
  expect(placeKey({ type: 'province', id: 'gallia' })).toBeUndefined();
});
