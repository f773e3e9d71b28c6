export { LANGUAGES, bestLanguage } from './languages';
export {
  direction,
  hasMessage,
  locale,
  partsOf,
  placeIn,
  setLocale,
  t,
  tAny,
  tList,
  tNumber,
  tParts,
  unmarked,
} from './messages.svelte';
export type { MessageKey, Part, Value, Values } from './messages.svelte';
