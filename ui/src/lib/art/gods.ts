/** The gods of the cards, and Concordia, with their emblems (24 by 24). */
import type { Stroke } from './strokes';

export const GODS = ['vesta', 'jupiter', 'saturnus', 'mercurius', 'mars', 'minerva', 'concordia'] as const;
export type God = (typeof GODS)[number];

/** Leaves of a laurel wreath around (12, 12), open at the top. */
function wreath(): Stroke[] {
  const leaves: Stroke[] = [];
  for (const side of [1, -1]) {
    for (let i = 0; i < 5; i++) {
      const angle = 158 - i * 31;
      leaves.push({
        d: 'M0 0C-2.3-1.5-2.6-4.4-.4-6.6 1.9-4.6 2-1.9 0 0z',
        fill: 'ink',
        turn: `translate(12 12.6) scale(${String(side)} 1) rotate(${String(angle)}) translate(0 -8.4) rotate(${String(-64)})`,
      });
    }
  }
  return [
    ...leaves,
    { d: 'M12 22.200c5.3 0 9-4 9-9.200M12 22.200c-5.3 0-9-4-9-9.2', line: 'ink', width: 1.1 },
  ];
}

export const WREATH: readonly Stroke[] = wreath();

export const GOD_EMBLEMS: Record<God, readonly Stroke[]> = {
  vesta: [
    {
      d: 'M12.3 1c.6 3.6 5.7 5.5 5.7 11a6 6 0 0 1-12 .2c0-2.9 1.7-4.3 2.6-6.4.8 1.2 1.2 2 1.9 2.600C10.3 5.8 10.8 3 12.3 1z',
      fill: 'ink',
    },
    {
      d: 'M12 16.400c-1.6 0-2.6-1.1-2.6-2.5 0-1.5 1.3-2.2 2.2-3.9 1 1.3 3 2.2 3 3.9 0 1.5-1 2.5-2.6 2.500z',
      fill: 'lite',
    },
    { d: 'M4.5 19.200h15l-1.7 3.600H6.200z', fill: 'ink' },
  ],
  jupiter: [{ d: 'M14.4.8 5 13.200h5.300L7.6 23.4 19 9.800h-5.800L17 .8z', fill: 'ink' }],
  saturnus: [
    {
      d: 'M4 4.600C12 .2 21 4 20.6 12.200c-.2 4-2.8 6.9-6.5 7.8 2.6-2.2 3.6-5.6 2.4-8.700C14.9 7.3 10.6 4.9 4 4.600z',
      fill: 'ink',
    },
    { d: 'M13.6 18.4 9.8 22.4', line: 'ink', width: 3.2 },
  ],
  mercurius: [
    { d: 'M12 4v19', line: 'ink', width: 1.9 },
    { d: 'M12 .9a2 2 0 1 1 0 4 2 2 0 0 1 0-4z', fill: 'ink' },
    {
      d: 'M11.2 8.800C6.6 9.8 2.3 8 .8 4.200c4.3-.9 8.2.2 10.4 2.900zM12.8 8.800c4.6 1 8.9-.8 10.4-4.6-4.3-.9-8.2.2-10.4 2.900z',
      fill: 'ink',
    },
    {
      d: 'M12 21.600c-4.8-1.4-4.8-4.6 0-5.8 4.2-1.1 4.2-3.6 1-4.800M12 21.600c4.8-1.4 4.8-4.6 0-5.8-4.2-1.1-4.2-3.6-1-4.8',
      line: 'ink',
      width: 1.7,
    },
  ],
  mars: [
    { d: 'M9.6 7.600a7 7 0 1 1 0 14 7 7 0 0 1 0-14z', line: 'ink', width: 2.4 },
    { d: 'M9.6 12.400a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.400z', fill: 'ink' },
    { d: 'M14.6 9.6 20 4.2', line: 'ink', width: 2.4 },
    { d: 'M23 1.2 21.2 8.2 16 3z', fill: 'ink' },
  ],
  minerva: [
    {
      d: 'M2.6 2.200c3 .3 5 1.1 6.4 2.300a10 10 0 0 1 6 0c1.4-1.2 3.4-2 6.4-2.3-.7 2.3-.7 3.9-.1 6 .9 6.7-3 12.7-9.3 15C5.7 20.9 1.8 14.9 2.7 8.200c.6-2.1.6-3.7-.1-6z',
      fill: 'ink',
    },
    {
      d: 'M7.9 7.600a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.200zM16.1 7.600a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.200z',
      fill: 'lite',
    },
    {
      d: 'M8.3 9.500a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600zM15.7 9.500a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.600z',
      fill: 'ink',
    },
    { d: 'M12 12.200l1.9 2.500L12 18l-1.9-3.300z', fill: 'lite' },
  ],
  concordia: WREATH,
};
