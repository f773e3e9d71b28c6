import { describe, expect, it } from 'vitest';
import type { RuleOption } from '$lib/api/types';
import { choiceTitle, chosen, optionText, optionTitle } from './rules';
import { firstPlan, requestFor } from './seats';

const yesNo = [
  { value: false, title: 'Off' },
  { value: true, title: 'On' },
];
const unknown: RuleOption = {
  name: 'salt',
  default: false,
  choices: yesNo,
  rule: 'R1.1',
  title: 'Salt',
  text: 'Play with salt.',
};
const edition: RuleOption = {
  ...unknown,
  name: 'edition',
  default: 'revised',
  choices: [
    { value: 'revised', title: '?' },
    { value: 'first', title: '?' },
  ],
};

describe('the rule options of a new game', () => {
  it('have the words of the catalogue', () => {
    expect(optionTitle(edition)).toBe('Colonist card');
    expect(edition.choices.map((choice) => choiceTitle(edition, choice))).toEqual([
      'Revised',
      'First edition',
    ]);
    expect(optionText(edition, {})).toContain('5 sestertii');
    expect(optionText(edition, { edition: 'first' })).toContain('2 sestertii');
  });

  it('show themselves in the words of the server if the catalogue does not know them', () => {
    expect(optionTitle(unknown)).toBe('Salt');
    expect(optionText(unknown, {})).toBe('Play with salt.');
    expect(yesNo.map((choice) => choiceTitle(unknown, choice))).toEqual(['Off', 'On']);
  });

  it('are at their defaults until somebody chooses', () => {
    expect(chosen(unknown, {})).toBe(0);
    expect(chosen(unknown, { salt: true })).toBe(1);
    expect(chosen(edition, { edition: 'first' })).toBe(1);
  });

  it('are sent by name if they were chosen', () => {
    const plan = firstPlan('medium');
    expect(requestFor(plan)).not.toHaveProperty('salt');
    plan.rules['salt'] = true;
    expect(requestFor(plan)).toHaveProperty('salt', true);
  });
});
