/** The key that was pressed, whatever letters the keyboard writes. */

/**
 * What `event.key` is on a Latin keyboard: shortcuts are letters and digits, and a Cyrillic or Persian keyboard writes
 * others with the same keys. A key that writes Latin is taken as it is, wherever it lies.
 */
export function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1 || /[ -~]/.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(code)?.slice(1).join('').toLowerCase() ?? key;
}
