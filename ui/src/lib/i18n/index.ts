export {
  LANGUAGES,
  direction,
  hasMessage,
  locale,
  setLocale,
  t,
  tAny,
  tList,
  tNumber,
  tParts,
} from './messages.svelte';
export type { MessageKey, Part, Value, Values } from './messages.svelte';
