/** Words on the screen: `t(key, values)` formats an ICU message of the catalogue. */
import { IntlMessageFormat } from 'intl-messageformat';
import en from '../../messages/en.json';

export type MessageKey = keyof typeof en;
export type MessageValues = Record<string, string | number | boolean | Date | null | undefined>;

const compiled = new Map<MessageKey, IntlMessageFormat>();

/** The message of `key` in the language chosen, with its values filled in. */
export function t(key: MessageKey, values?: MessageValues): string {
  let message = compiled.get(key);
  if (!message) {
    message = new IntlMessageFormat(en[key], 'en');
    compiled.set(key, message);
  }
  return String(message.format(values));
}
