import type { Rule } from 'eslint';

export function physical(text: string): { at: number; name: string }[];
declare const rule: Rule.RuleModule;
export default rule;
