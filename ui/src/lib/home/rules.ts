/** The rule options of a new game in words: the page's own, or else the server's English. */
import type { RuleOption } from '$lib/api/types';
import { hasMessage, t } from '$lib/i18n';

type Choice = RuleOption['choices'][number];
type Rules = Record<string, string | boolean>;

const worded = (key: string, otherwise: string): string => (hasMessage(key) ? t(key) : otherwise);

/** Keys of messages have hyphens. */
const keyOf = ({ name }: RuleOption): string => `option.${name.replaceAll('_', '-')}`;

export function optionTitle(option: RuleOption): string {
  return worded(keyOf(option), option.title);
}

export function choiceTitle(option: RuleOption, { value, title }: Choice): string {
  if (typeof value === 'boolean') return worded(value ? 'option.on' : 'option.off', title);
  return worded(`${keyOf(option)}.${value}`, title);
}

/** The number of the choice that was taken, or of the default. */
export function chosen(option: RuleOption, rules: Rules): number {
  const value = rules[option.name] ?? option.default;
  return Math.max(
    0,
    option.choices.findIndex((choice) => choice.value === value),
  );
}

/** What the option does, or what the choice that was taken does if there are words for that. */
export function optionText(option: RuleOption, rules: Rules): string {
  const value = option.choices[chosen(option, rules)]?.value;
  const key = keyOf(option);
  return worded(`${key}.${String(value)}.text`, worded(`${key}.text`, option.text));
}
