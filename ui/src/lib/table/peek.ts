/** `use:peek={{ focus, face }}`: shows a small card in large when the pointer comes to rest on it. */
import type { Focus } from './focus.svelte';

type Peeked = { focus: Focus; face: string; price?: boolean };

const REST_MS = 600;

export function peek(
  node: HTMLElement,
  options: Peeked,
): { update: (next: Peeked) => void; destroy: () => void } {
  let now = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || now.focus.peek) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      now.focus.peek = { face: now.face, price: now.price ?? false, box: node.getBoundingClientRect() };
    }, REST_MS);
  };
  const hide = (): void => {
    clearTimeout(timer);
    now.focus.peek = null;
  };
  node.addEventListener('pointermove', show);
  node.addEventListener('pointerleave', hide);
  node.addEventListener('click', hide);
  return {
    update: (next) => (now = next),
    destroy: () => {
      hide();
      node.removeEventListener('pointermove', show);
      node.removeEventListener('pointerleave', hide);
      node.removeEventListener('click', hide);
    },
  };
}
