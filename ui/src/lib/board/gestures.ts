/** Pointers on the board: dragging pans, two fingers or the wheel zoom, a colonist can be dragged to a line. */
import type { BoardChoice } from './types';
import type { Zoom } from './zoom.svelte';

interface Handlers {
  frame: () => HTMLElement | undefined;
  zoom: () => Zoom;
  /** The choice of the piece under a pointer, if it can be dragged. */
  grab: (element: Element) => BoardChoice | null;
  lift: (choice: BoardChoice) => void;
  carry: (choice: BoardChoice, at: { x: number; y: number } | null) => void;
  drop: (at: { x: number; y: number }) => void;
}

/** Pixels a pointer may wander and still be a click. */
const SLACK = 6;

export class Gestures {
  #pointers = new Map<number, { x: number; y: number }>();
  #start = { x: 0, y: 0 };
  #moved = false;
  #grabbed: BoardChoice | null = null;
  #lifted = false;

  constructor(readonly on: Handlers) {}

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.#local(event);
    this.on.zoom().by(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), x, y);
  };

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, this.#local(event));
    if (this.#pointers.size === 1) {
      this.#start = this.#local(event);
      this.#moved = false;
      this.#lifted = false;
      this.#grabbed = this.on.grab(event.target as Element);
    } else this.#letGo();
  };

  move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#local(event);
    if (!this.#moved) {
      if (this.#pointers.size === 1 && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < SLACK)
        return;
      this.#moved = true;
      // Only now, so that clicks still reach what is under the pointer.
      this.on.frame()?.setPointerCapture(event.pointerId);
    }
    const zoom = this.on.zoom();
    if (this.#pointers.size === 2) {
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread =
          Math.hypot(now.x - other.x, now.y - other.y) /
          Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
        zoom.by(spread, (now.x + other.x) / 2, (now.y + other.y) / 2);
        zoom.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      }
    } else if (this.#grabbed) {
      if (!this.#lifted) this.on.lift(this.#grabbed);
      this.#lifted = true;
      this.on.carry(this.#grabbed, zoom.toSheet(now.x, now.y));
    } else {
      zoom.pan(now.x - before.x, now.y - before.y);
    }
    this.#pointers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    const now = this.#local(event);
    if (this.#grabbed && this.#lifted && event.type === 'pointerup')
      this.on.drop(this.on.zoom().toSheet(now.x, now.y));
    this.#letGo();
    this.#pointers.delete(event.pointerId);
  };

  /** Swallows the click that ends a drag. */
  click = (event: MouseEvent): void => {
    if (!this.#moved) return;
    this.#moved = false;
    event.stopPropagation();
    event.preventDefault();
  };

  #letGo(): void {
    if (this.#grabbed && this.#lifted) this.on.carry(this.#grabbed, null);
    this.#grabbed = null;
    this.#lifted = false;
  }

  #local(event: MouseEvent): { x: number; y: number } {
    const box = this.on.frame()?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }
}
