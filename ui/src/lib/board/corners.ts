/** Where the buttons over the board stand: in a corner that hides nothing that may be chosen. */
import type { Point } from './geometry';

export const CORNERS = ['bottom-end', 'bottom-start', 'top-end'] as const;
export type Corner = (typeof CORNERS)[number];

/** Pixels around the buttons that belong to them: their distance from the edge, and half a finger. */
const AROUND = 24;

/** The first corner of a window in which buttons of this size cover none of the places, in its pixels. */
export function freeCorner(
  places: readonly Point[],
  [width, height]: readonly [number, number],
  buttons: { width: number; height: number },
  direction: 'ltr' | 'rtl',
): Corner {
  const covers = (corner: Corner, { x, y }: Point): boolean => {
    const right = corner.endsWith('end') === (direction === 'ltr');
    const [across, down] = [right ? width - x : x, corner.startsWith('top') ? y : height - y];
    return across < buttons.width + AROUND && down < buttons.height + AROUND;
  };
  return CORNERS.find((corner) => !places.some((place) => covers(corner, place))) ?? CORNERS[0];
}
