import { expect, it } from 'vitest';
import { freeCorner } from './corners';

const size = [390, 600] as const;
const buttons = { width: 44, height: 140 };
const [right, left, middle] = [
  { x: 365, y: 540 },
  { x: 20, y: 500 },
  { x: 200, y: 580 },
];

it('leaves the buttons at the bottom, where a thumb is', () => {
  expect(freeCorner([], size, buttons, 'ltr')).toBe('bottom-end');
  expect(freeCorner([middle, left], size, buttons, 'ltr')).toBe('bottom-end');
});

it('moves them away from what may be chosen', () => {
  expect(freeCorner([middle, right], size, buttons, 'ltr')).toBe('bottom-start');
  expect(freeCorner([left, right], size, buttons, 'ltr')).toBe('top-end');
});

it('knows which side is the end', () => {
  expect(freeCorner([right], size, buttons, 'rtl')).toBe('bottom-end');
  expect(freeCorner([left], size, buttons, 'rtl')).toBe('bottom-start');
});
