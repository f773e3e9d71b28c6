/**
 * Keeps the keyboard's focus where the hand is.
 *
 * What was chosen often disappears, and the focus with it: then it goes to the nearest choice of the same part of the
 * table, or to the first of the next larger part that offers one. A focus that a mouse has set is left alone.
 */
type Place = { element: Element; offered: boolean; around: Element[]; box: DOMRect };

const OFFERED = '[data-action]:not(:disabled)';

export class FocusKeeper {
  #last: Place | null = null;

  /** For `onfocusin`. */
  moved = (event: FocusEvent): void => {
    const element = event.target as Element;
    this.#last = element.matches(':focus-visible') ? remember(element) : null;
  };

  /** Before the page changes: where on the screen the focus is. */
  before(): void {
    const { element } = this.#last ?? {};
    if (element?.isConnected && document.activeElement === element) this.#last = remember(element);
  }

  /** After it has changed: the focus, if it was lost, goes to what may be chosen next. */
  after(): void {
    const last = this.#last;
    if (!last || !isLost(last) || document.querySelector('dialog[open]')) return;
    for (const part of last.around) {
      const offered = part.isConnected ? choicesIn(part) : [];
      // In the same part the nearest is meant, elsewhere the first.
      const next = part === last.around[0] ? nearest(offered, last.box) : offered[0];
      if (next) {
        next.focus();
        return;
      }
    }
  }
}

function remember(element: Element): Place {
  const around: Element[] = [];
  for (let up = element.closest('section, svg')?.parentElement; up; up = up.parentElement) around.push(up);
  const part = element.closest('section, svg');
  const offered = isOffered(element);
  return {
    element,
    offered,
    around: part ? [part, ...around] : around,
    box: element.getBoundingClientRect(),
  };
}

/** Gone, out of use, or no choice any more although it was one. */
function isLost({ element, offered }: Place): boolean {
  const active = document.activeElement;
  if (active !== document.body && active !== element) return false;
  return !element.isConnected || element.matches(':disabled') || (offered && !isOffered(element));
}

function isOffered(element: Element): boolean {
  return element.matches(OFFERED) || element.querySelector(OFFERED) !== null;
}

/** What may be chosen in a part; ending the turn only if nothing else is left. */
function choicesIn(part: Element): (HTMLElement | SVGElement)[] {
  const found = [...part.querySelectorAll(OFFERED)];
  const rest = found.filter((element) => element.getAttribute('data-action') !== 'end');
  return (rest.length > 0 ? rest : found).flatMap(
    (element) => element.closest<HTMLElement | SVGElement>('button, [role="button"]') ?? [],
  );
}

function nearest<T extends Element>(elements: T[], box: DOMRect): T | undefined {
  const far = (element: T): number => {
    const at = element.getBoundingClientRect();
    return Math.hypot(
      at.x + at.width / 2 - box.x - box.width / 2,
      at.y + at.height / 2 - box.y - box.height / 2,
    );
  };
  return elements.reduce<T | undefined>(
    (best, one) => (best && far(best) <= far(one) ? best : one),
    undefined,
  );
}
