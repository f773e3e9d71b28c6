/** Short notices at the edge of the screen: errors, copied links, a new turn. */
export type Toast = { id: number; tone: 'info' | 'error'; text: string };

const LIFE_MS = 6000;

export const toasts: Toast[] = $state([]);
let next = 1;

export function toast(text: string, tone: Toast['tone'] = 'info'): void {
  if (toasts.some((shown) => shown.text === text)) return;
  const id = next++;
  toasts.push({ id, tone, text });
  setTimeout(() => dismiss(id), LIFE_MS);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((shown) => shown.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
