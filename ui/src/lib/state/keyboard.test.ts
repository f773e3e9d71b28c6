import { describe, expect, it } from 'vitest';
import { latinKey } from './keyboard';

const press = (init: KeyboardEventInit): string => latinKey(new KeyboardEvent('keydown', init));

describe('a key', () => {
  it.each([
    ['у', 'KeyE', 'e'], // Cyrillic
    ['ث', 'KeyE', 'e'],
    ['۳', 'Digit3', '3'],
    ['۰', 'Numpad0', '0'],
  ])('that writes %s is the Latin one at its place', (key, code, latin) => {
    expect(press({ key, code })).toBe(latin);
  });

  it('that writes Latin is taken as it is, wherever it lies', () => {
    expect(press({ key: 'a', code: 'KeyQ' })).toBe('a');
    expect(press({ key: '/', code: 'Digit7', shiftKey: true })).toBe('/');
    expect(press({ key: 'ArrowLeft', code: 'ArrowLeft' })).toBe('ArrowLeft');
  });

  it('asks with the question mark of any language', () => {
    expect(press({ key: '؟', code: 'Slash', shiftKey: true })).toBe('?');
  });

  it('without a Latin place is itself', () => {
    expect(press({ key: 'ß', code: 'Minus' })).toBe('ß');
  });
});
