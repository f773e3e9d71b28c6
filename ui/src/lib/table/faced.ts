/** `use:faced={{ context, thing }}`: shows the face of a thing while the pointer rests on it or the keyboard is there. */
import type { TableContext } from './context';
import type { Faced } from './focus.svelte';
import { STILL } from './guard';

type Options = { context: TableContext; thing: Faced };

/** Where the hand clicked last. */
let clicked: { x: number; y: number } | null = null;

function isResting(event: PointerEvent): boolean {
  if (clicked && Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) > STILL) clicked = null;
  return clicked !== null;
}

export function faced(
  node: HTMLElement,
  options: Options,
): { update: (next: Options) => void; destroy: () => void } {
  let now = options;
  const show = (): void => now.context.point(now.thing);
  const enter = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    if (isResting(event)) node.addEventListener('pointermove', move);
    else show();
  };
  // What came to lie under a hand that hasn't moved since its last click was not pointed at, until it moves.
  const move = (event: PointerEvent): void => {
    if (isResting(event)) return;
    node.removeEventListener('pointermove', move);
    show();
  };
  const tap = (event: MouseEvent): void => {
    const finger = 'pointerType' in event && event.pointerType === 'touch';
    if (!finger && event.detail > 0) clicked = { x: event.clientX, y: event.clientY };
    now.context.point(finger ? now.thing : null, 'now');
  };
  const focus = (): void => {
    if (node.matches(':focus-visible')) show();
  };
  const hide = (): void => {
    node.removeEventListener('pointermove', move);
    now.context.point(null);
  };
  node.addEventListener('pointerenter', enter);
  node.addEventListener('pointerleave', hide);
  node.addEventListener('click', tap);
  node.addEventListener('focus', focus);
  node.addEventListener('blur', hide);
  return {
    update: (next) => (now = next),
    destroy: () => {
      if (now.context.focus.face === now.thing) now.context.point(null, 'now');
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', hide);
      node.removeEventListener('click', tap);
      node.removeEventListener('focus', focus);
      node.removeEventListener('blur', hide);
    },
  };
}
