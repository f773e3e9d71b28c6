// @vitest-environment node
import { expect, it } from 'vitest';
import { filled } from './vite-catalogues.mjs';

it('a language says in English what it has no words for', () => {
  expect(JSON.parse(filled({ yes: 'igen' }, { yes: 'yes', no: 'no' }))).toEqual({ yes: 'igen', no: 'no' });
});
