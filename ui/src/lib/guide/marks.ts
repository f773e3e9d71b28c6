/** For tests: the arguments and tags of a message, which a translation has to keep. */
import {
  isPluralElement,
  isSelectElement,
  isTagElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export function marksOf(message: string): { names: string[]; tags: string[] } {
  const names = new Set<string>();
  const tags = new Set<string>();
  function walk(elements: readonly MessageFormatElement[]): void {
    for (const element of elements) {
      if (isTagElement(element)) {
        tags.add(element.value);
        walk(element.children);
      } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
      if (isPluralElement(element) || isSelectElement(element))
        for (const option of Object.values(element.options)) walk(option.value);
    }
  }
  walk(parse(message));
  return { names: [...names].sort(), tags: [...tags].sort() };
}
