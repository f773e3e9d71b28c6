import { expect, it } from 'vitest';
import { find, topics } from './topics';

it('has every card, god and section of the rules', () => {
  const groups = topics().map((topic) => topic.group);
  expect(groups.filter((group) => group === 'cards')).toHaveLength(15);
  expect(groups.filter((group) => group === 'gods')).toHaveLength(7);
  expect(groups.filter((group) => group === 'rules')).toHaveLength(11);
  expect(topics().every((topic) => topic.paragraphs.every((paragraph) => paragraph.text.length > 8))).toBe(
    true,
  );
});

it('finds titles before texts, and rules by their ids', () => {
  expect(find(topics(), 'senator')[0]?.id).toBe('senator');
  expect(find(topics(), 'R5.7').map((topic) => topic.id)).toContain('R5');
  expect(find(topics(), 'xyzzy')).toEqual([]);
});
