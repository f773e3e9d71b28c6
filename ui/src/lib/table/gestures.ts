/**
 * Asking about a thing without choosing it: a right click, a finger that rests on it, or X at the keyboard.
 *
 * The thing is whatever the page marks by `data-thing`, `data-slot` or `data-face`.
 */
import type { Pointed } from './focus.svelte';
import { readThing } from '$lib/board/things';

export type Asked = (thing: Pointed) => void;

const REST_MS = 550;
const STILL = 10;

export function thingOf(element: Element | null): Pointed | null {
  const found = element?.closest('[data-thing], [data-stop], [data-slot], [data-face]');
  const key = found?.getAttribute('data-thing') ?? found?.getAttribute('data-stop');
  if (key) return readThing(key);
  const slot = found?.getAttribute('data-slot') ?? element?.closest('[data-slot]')?.getAttribute('data-slot');
  if (slot) return { type: 'slot', id: slot };
  const face = found?.getAttribute('data-face');
  return face ? { type: 'card', id: face } : null;
}

export class AskGestures {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };
  /** A finger has asked: the click that follows when it is lifted means nothing more. */
  #asked = false;

  constructor(readonly onask: Asked) {}

  menu = (event: MouseEvent): void => {
    const thing = thingOf(event.target as Element | null);
    if (!thing) return;
    event.preventDefault();
    this.onask(thing);
  };

  down = (event: PointerEvent): void => {
    clearTimeout(this.#timer);
    this.#asked = false;
    const thing = thingOf(event.target as Element | null);
    if (event.pointerType !== 'touch' || !thing) return;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#asked = true;
      this.onask(thing);
    }, REST_MS);
  };

  move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL)
      clearTimeout(this.#timer);
  };

  up = (): void => {
    clearTimeout(this.#timer);
  };

  click = (event: MouseEvent): void => {
    if (!this.#asked) return;
    this.#asked = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
