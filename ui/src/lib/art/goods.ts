/** The five goods, in rising value, and their icons (24 by 24, readable at 16 pixels and without colour). */
import type { Stroke } from './strokes';

export const GOODS = ['brick', 'food', 'tool', 'wine', 'cloth'] as const;
export type Good = (typeof GOODS)[number];
/** A good, or one of the buyer's choice. */
export type GoodOrAny = Good | 'any';

const grain = (x: number, y: number, side: 1 | -1): Stroke => ({
  d: 'M0 0C-3.6-.6-5.4-3.2-5.2-6.8-1.8-6 .2-3.6 0 0z',
  fill: 'ink',
  turn: `translate(${String(x)} ${String(y)}) scale(${String(side)} 1)`,
});

export const GOOD_ICONS: Record<GoodOrAny, readonly Stroke[]> = {
  brick: [
    {
      d: 'M6.6 3.6h10.8a1 1 0 0 1 1 1v5.6a1 1 0 0 1-1 1H6.6a1 1 0 0 1-1-1V4.600a1 1 0 0 1 1-1z',
      fill: 'ink',
    },
    {
      d: 'M2 12.800h8.300a1 1 0 0 1 1 1v5.600a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-5.600a1 1 0 0 1 1-1z',
      fill: 'ink',
    },
    {
      d: 'M13.7 12.800H22a1 1 0 0 1 1 1v5.600a1 1 0 0 1-1 1h-8.300a1 1 0 0 1-1-1v-5.600a1 1 0 0 1 1-1z',
      fill: 'ink',
    },
  ],
  food: [
    { d: 'M12 23V9', line: 'ink', width: 1.8 },
    { d: 'M12 .6c2.3 2.4 2.3 5 0 7.6-2.3-2.6-2.3-5.2 0-7.600z', fill: 'ink' },
    grain(11.3, 12, 1),
    grain(12.7, 12, -1),
    grain(11.3, 16.6, 1),
    grain(12.7, 16.6, -1),
    grain(11.3, 21.2, 1),
    grain(12.7, 21.2, -1),
  ],
  tool: [
    { d: 'M10.4 8h3.200v15.600a1 1 0 0 1-1 1h-1.200a1 1 0 0 1-1-1z', fill: 'ink', turn: 'rotate(42 12 12)' },
    {
      d: 'M4.6 1.600h10.600l5.4 2.600v1.800l-5.4 2.600H4.600a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z',
      fill: 'ink',
      turn: 'rotate(42 12 12)',
    },
  ],
  wine: [
    {
      d: 'M8.8 1h6.400v2.300h-1.100v2.200c3 1.1 4.7 3.7 4.7 6.8 0 4-2.7 6.9-5.2 8.300V23h-3.200v-2.400c-2.5-1.4-5.2-4.3-5.2-8.3 0-3.1 1.7-5.7 4.7-6.800V3.300H8.800z',
      fill: 'ink',
    },
    { d: 'M9 3.800C5 2.8 3.4 6.6 5.9 8.900M15 3.800C19 2.8 20.6 6.6 18.1 8.9', line: 'ink', width: 1.8 },
  ],
  cloth: [
    {
      d: 'M8 2.400c1.2 2.2 6.8 2.2 8 0l7 3.4-2.4 5.3-3.1-1.200V13H6.500V9.900l-3.1 1.200L1 5.800z',
      fill: 'ink',
    },
    { d: 'M6.5 14.600h11V22h-11z', fill: 'ink' },
  ],
  any: [
    { d: 'M7.4 8.200a4.6 4.6 0 1 1 6.7 4.100c-1.3.7-2.1 1.5-2.1 3', line: 'ink', width: 2.8 },
    { d: 'M12 18.600a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.400z', fill: 'ink' },
  ],
};
