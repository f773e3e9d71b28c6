/**
 * Keeps a double click from acting twice: what appears under a pointer that hasn't moved since the last click is not
 * what that click was aimed at.
 */

/** Pixels a hand moves without meaning to, and milliseconds after which it has seen what lies under it. */
export const STILL = 5;
const UNSEEN_MS = 700;

const ACTING = 'button, a, [role="button"], [data-action]';

type Click = { target: Element; action: string | null; x: number; y: number; at: number };

export class ClickGuard {
  #last: Click | null = null;

  /** For `onpointermove`: a hand that moves has looked where it goes. */
  moved = (event: PointerEvent): void => {
    if (this.#last && away(this.#last, event) > STILL) this.#last = null;
  };

  /** For `onclickcapture`: stops clicks that landed on something new. */
  check = (event: MouseEvent): void => {
    // A click without a pointer comes from the keyboard or a screen reader.
    if (event.detail === 0) return;
    const target = (event.target as Element | null)?.closest(ACTING) ?? null;
    const now: Click | null = target && {
      target,
      action: target.getAttribute('data-action'),
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
    };
    if (now && this.#last && isNewUnderHand(this.#last, now)) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    this.#last = now;
  };
}

const away = (from: { x: number; y: number }, to: MouseEvent): number =>
  Math.hypot(to.clientX - from.x, to.clientY - from.y);

function isNewUnderHand(before: Click, now: Click): boolean {
  if (now.at - before.at > UNSEEN_MS) return false;
  if (Math.hypot(now.x - before.x, now.y - before.y) > STILL) return false;
  return now.target !== before.target || now.action !== before.action;
}
