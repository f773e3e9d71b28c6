import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { physical } from '../../../eslint/logical-css.js';

const sheet = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('finds what would not mirror itself', () => {
  const names = physical(
    'a { margin-left: 1px; padding: 0; text-align: right; inset-inline-start: 0; width: 2px }',
  );
  expect(names.map((each) => each.name)).toEqual(['margin-left', 'text-align: right', 'width']);
  expect(physical('@media (max-width: 3px) { a { inline-size: 1px } }')).toEqual([]);
});

// ESLint checks the styles of components; these are the sheets beside them.
it.each(['./tokens.css', './fonts.css', '../../app/app.css'])('%s has logical properties only', (path) => {
  expect(physical(sheet(path))).toEqual([]);
});
