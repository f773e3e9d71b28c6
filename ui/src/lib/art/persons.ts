/** The figures on the cards (64 by 64). */
import type { Stroke } from './strokes';

export const PERSONS = [
  'tribune',
  'architect',
  'prefect',
  'mercator',
  'diplomat',
  'senator',
  'consul',
  'colonist',
  'mason',
  'farmer',
  'smith',
  'vintner',
  'weaver',
] as const;
export type Person = (typeof PERSONS)[number];

const disc = (x: number, y: number, r: number): string =>
  `M${String(x - r)} ${String(y)}a${String(r)} ${String(r)} 0 1 1 ${String(2 * r)} 0a${String(r)} ${String(r)} 0 1 1 ${String(-2 * r)} 0z`;

const leaf = (x: number, y: number, angle: number, size = 1): Stroke => ({
  d: 'M0 0C-4.2-3.5-4.2-9.5 0-14 4.2-9.5 4.2-3.5 0 0z',
  fill: 'tint',
  line: 'ink',
  width: 1.2,
  turn: `translate(${String(x)} ${String(y)}) rotate(${String(angle)}) scale(${String(size)})`,
});

const stalk = (lean: number): Stroke[] => {
  const ear: Stroke[] = [
    { d: 'M0 30V-8', line: 'ink', width: 1.8, turn: `translate(32 30) rotate(${String(lean)} 0 18)` },
  ];
  for (let i = 0; i < 4; i++) {
    for (const side of [1, -1]) {
      ear.push({
        d: 'M0 0C-4-.8-6-3.6-5.6-7.6-2-6.6 .2-4 0 0z',
        fill: 'tint',
        line: 'ink',
        width: 1,
        turn: `translate(32 30) rotate(${String(lean)} 0 18) translate(0 ${String(6 - i * 5.4)}) scale(${String(side)} 1)`,
      });
    }
  }
  return ear;
};

export const PERSON_ICONS: Record<Person, readonly Stroke[]> = {
  // a standard that calls back
  tribune: [
    { d: 'M32 12V61', line: 'ink', width: 3.2 },
    { d: 'M32 1.500l4.5 7-4.5 4.5-4.5-4.500z', fill: 'ink' },
    { d: 'M13 17H51', line: 'ink', width: 3.2 },
    { d: disc(13, 17, 2.6) + disc(51, 17, 2.6), fill: 'ink' },
    { d: 'M16 19H48V47l-4 4-4-4-4 4-4-4-4 4-4-4-4 4-4-4z', fill: 'tint', line: 'ink', width: 1.8 },
    { d: 'M41 33.500a9 9 0 1 1-3-6.8', line: 'lite', width: 3.4 },
    { d: 'M41.5 21.500V29.500H33.500z', fill: 'lite' },
  ],
  // dividers over a plan
  architect: [
    { d: 'M8 34H56V58H8z', fill: 'lite', line: 'ink', width: 1.8 },
    { d: 'M13 39H27V53H13zM31 39H51V44H31zM31 48H51V53H31z', line: 'tint', width: 2.4 },
    { d: 'M29.5 12 14.5 51.5 18 53 33.5 15z', fill: 'ink' },
    { d: 'M34.5 12 49.5 51.5 46 53 30.5 15z', fill: 'ink' },
    { d: disc(32, 10, 6), fill: 'tint', line: 'ink', width: 2 },
    { d: 'M32 4V1', line: 'ink', width: 3 },
    { d: 'M23.5 33Q32 38.5 40.5 33', line: 'ink', width: 2.2 },
  ],
  // a horn of plenty
  prefect: [
    { d: disc(45, 29, 5.2) + disc(54, 33, 4.6), fill: 'tint', line: 'ink', width: 1.6 },
    { d: disc(50, 40, 5.4) + disc(57, 45, 4.2) + disc(50, 51, 4.8), fill: 'tint', line: 'ink', width: 1.6 },
    { d: 'M40 26 47 12M42 28 54 15M38 24 40 11', line: 'ink', width: 1.6 },
    { d: disc(47, 12, 2.4) + disc(54, 15, 2.4) + disc(40, 11, 2.4), fill: 'ink' },
    {
      d: 'M9 7C4 13 3 22 6 31c4 12 14 23 28 25 8 1.2 14-3 15-10 1.2-8-4-16-11-18-9-2.6-18-3-23-10-2.5-3.5-2-7 1-10-2.5-2.5-5-2.5-7-1z',
      fill: 'lite',
      line: 'ink',
      width: 2.2,
    },
    { d: 'M49.2 46C46.5 37.5 43 31 38 28', line: 'ink', width: 2.2 },
    {
      d: 'M9 25C13 24.5 16 22.5 17.5 20M14 41C19 38 23 33.5 24.5 27.500M27 52.500C30.5 46 32 37 31 30',
      line: 'ink',
      width: 1.8,
    },
  ],
  // scales
  mercator: [
    { d: 'M32 8V54', line: 'ink', width: 3.2 },
    { d: 'M18 59H46L42 53H22z', fill: 'ink' },
    { d: disc(32, 8, 3.6), fill: 'tint', line: 'ink', width: 1.8 },
    { d: 'M12 20 52 14', line: 'ink', width: 3.2 },
    { d: 'M12 20 4.5 41M12 20 19.5 41M52 14 44.5 33M52 14 59.5 33', line: 'ink', width: 1.5 },
    {
      d: disc(8.5, 37.5, 3.6) + disc(15.5, 37.5, 3.6) + disc(12, 32.5, 3.6),
      fill: 'tint',
      line: 'ink',
      width: 1.4,
    },
    { d: 'M2.5 41H21.500A9.5 8.5 0 0 1 2.5 41z', fill: 'ink' },
    { d: 'M47.5 24.500H56.500V33H47.500z', fill: 'lite', line: 'ink', width: 1.6 },
    { d: 'M47.5 28.500H56.5', line: 'ink', width: 1.6 },
    { d: 'M42.5 33H61.500A9.5 8.5 0 0 1 42.5 33z', fill: 'ink' },
  ],
  // an olive branch and a letter
  diplomat: [
    { d: 'M20 24H50V56H20z', fill: 'lite', line: 'ink', width: 2, turn: 'rotate(-12 35 40)' },
    { d: 'M26 34H44M26 40H44M26 46H38', line: 'ink', width: 1.8, turn: 'rotate(-12 35 40)' },
    {
      d: 'M18 20H52A4 4 0 0 1 52 28H18A4 4 0 0 1 18 20z',
      fill: 'lite',
      line: 'ink',
      width: 2,
      turn: 'rotate(-12 35 40)',
    },
    { d: 'M10 58C22 52 42 40 56 12', line: 'ink', width: 2.4 },
    leaf(20, 52, -74, 0.95),
    leaf(24, 51, 112, 0.95),
    leaf(31, 44, -80, 1),
    leaf(35, 43, 104, 1),
    leaf(42, 34, -88, 1),
    leaf(46, 32, 92, 1),
    leaf(50, 23, -70, 0.9),
    leaf(53, 18, 70, 0.85),
    leaf(56, 13, 18, 1),
  ],
  // the Curia
  senator: [
    { d: 'M4 24 32 6 60 24z', fill: 'tint', line: 'ink', width: 2.2 },
    { d: disc(32, 17.5, 3.6), fill: 'lite', line: 'ink', width: 1.4 },
    { d: 'M6 24H58V29H6z', fill: 'lite', line: 'ink', width: 1.8 },
    {
      d: 'M10 29H16V52H10zM22 29H28V52H22zM36 29H42V52H36zM48 29H54V52H48z',
      fill: 'lite',
      line: 'ink',
      width: 1.8,
    },
    { d: 'M13 32V50M25 32V50M39 32V50M51 32V50', line: 'ink', width: 1 },
    { d: 'M6 52H58V55.500H6zM2.5 55.500H61.500V60H2.500z', fill: 'lite', line: 'ink', width: 1.8 },
  ],
  // the chair of office
  consul: [
    { d: 'M15 57C17 42 47 44 49 24', line: 'ink', width: 5 },
    { d: 'M49 57C47 42 17 44 15 24', line: 'ink', width: 5 },
    { d: 'M15 57C17 42 47 44 49 24M49 57C47 42 17 44 15 24', line: 'lite', width: 1.4 },
    { d: 'M9 57H21M43 57H55', line: 'ink', width: 4.4 },
    { d: disc(32, 42.5, 3.4), fill: 'tint', line: 'ink', width: 1.6 },
    { d: 'M8 19H56V26H8z', fill: 'lite', line: 'ink', width: 2 },
    {
      d: 'M10 19C8 10 14 9 20 10.500C28 12 36 12 44 10.500C50 9 56 10 54 19z',
      fill: 'tint',
      line: 'ink',
      width: 2,
    },
    { d: 'M6 19V12M58 19V12', line: 'ink', width: 3 },
    { d: disc(6, 10, 2.6) + disc(58, 10, 2.6), fill: 'ink' },
  ],
  // a traveller with staff and bundle
  colonist: [
    { d: 'M50 8V60', line: 'ink', width: 3 },
    { d: 'M21 58 27 44M38 58 34 44', line: 'ink', width: 5.4 },
    { d: 'M17.5 59H24M35 59H42.5', line: 'ink', width: 4 },
    {
      d: 'M30 20C20 21 17 32 18 47H42C43 38 41 30 39 25L50 33 51.5 29 40 20.500C37.5 19.5 34 19.5 30 20z',
      fill: 'tint',
      line: 'ink',
      width: 2,
    },
    { d: 'M27 27C25 33 25 40 26 47M34 25C35 32 35 40 34.5 47', line: 'ink', width: 1.3 },
    { d: disc(33, 12, 6.4), fill: 'lite', line: 'ink', width: 2 },
    { d: 'M24 11.500C26 4 40 4 42.5 11.5 38 9.5 29 9.5 24 11.500z', fill: 'ink' },
    { d: 'M21 21C12 18 6 24 8 31 10 37 17 37.5 20 33z', fill: 'lite', line: 'ink', width: 2 },
    { d: 'M12 22.500C14 26 17 28.5 20.5 29', line: 'ink', width: 1.3 },
  ],
  mason: [
    {
      d: 'M6 44H24V52H6zM27 44H45V52H27zM48 44H58V52H48zM6 54.500H14V62H6zM17 54.500H35V62H17zM38 54.500H58V62H38z',
      fill: 'tint',
      line: 'ink',
      width: 1.6,
    },
    {
      d: 'M24 40.500C20 28 20 20 22 12 31 15 37 20 43 30 37 35 31 39 24 40.500z',
      fill: 'lite',
      line: 'ink',
      width: 2,
      turn: 'rotate(6 32 26)',
    },
    { d: 'M36.5 23 43 16', line: 'ink', width: 2.8 },
    { d: 'M43 16.5 55 5', line: 'ink', width: 6.4 },
    { d: 'M45 14.5 54 6', line: 'tint', width: 2.2 },
  ],
  farmer: [
    ...stalk(-24),
    ...stalk(24),
    ...stalk(-9),
    ...stalk(9),
    { d: 'M23 42C27 45.5 37 45.5 41 42L42 47C37 50.5 27 50.5 22 47z', fill: 'lite', line: 'ink', width: 1.8 },
  ],
  smith: [
    { d: 'M5 31H45C46 36 51 38 59 38V43C49 43 42 46 41 51H47V58H17V51H23C23 44 17 38 5 37z', fill: 'ink' },
    { d: 'M9 34H44', line: 'lite', width: 1.4 },
    { d: 'M30 24 50 10', line: 'ink', width: 4 },
    { d: 'M30 24 50 10', line: 'lite', width: 1.2 },
    { d: 'M20 15H34V27H20z', fill: 'tint', line: 'ink', width: 2, turn: 'rotate(-36 27 21)' },
    { d: 'M10 22 14 25M13 13 17 18M40 26 45 24', line: 'tint', width: 2.2 },
  ],
  vintner: [
    { d: 'M36 17C37 10 41 6 47 4', line: 'ink', width: 3 },
    {
      d: 'M35 17C26 4 14 6 9 13 14 13 16 15 16 19 22 17 28 17 35 17z',
      fill: 'tint',
      line: 'ink',
      width: 1.8,
    },
    { d: 'M15 14C21 13 28 14 34 17', line: 'ink', width: 1.2 },
    {
      d: [
        [21, 26],
        [32, 26],
        [43, 26],
        [54, 26],
        [26.5, 35.5],
        [37.5, 35.5],
        [48.5, 35.5],
        [32, 45],
        [43, 45],
        [37.5, 54.5],
      ]
        .map(([x = 0, y = 0]) => disc(x, y, 5.6))
        .join(''),
      fill: 'tint',
      line: 'ink',
      width: 1.8,
    },
    {
      d: 'M19 24.500a3 3 0 0 1 2-1.600M30 24.500a3 3 0 0 1 2-1.600M41 24.500a3 3 0 0 1 2-1.600M24.5 34a3 3 0 0 1 2-1.600M35.5 34a3 3 0 0 1 2-1.600M30 43.500a3 3 0 0 1 2-1.6',
      line: 'lite',
      width: 1.6,
    },
  ],
  weaver: [
    { d: 'M21 32V56M26.5 32V56M32 32V56M37.5 32V56M43 32V56', line: 'ink', width: 1.3 },
    { d: 'M17 16H47V35H17z', fill: 'tint', line: 'ink', width: 1.8 },
    { d: 'M17 21 22 26 27 21 32 26 37 21 42 26 47 21M17 31H47', line: 'lite', width: 1.8 },
    {
      d:
        disc(21, 56.5, 2.6) +
        disc(26.5, 56.5, 2.6) +
        disc(32, 56.5, 2.6) +
        disc(37.5, 56.5, 2.6) +
        disc(43, 56.5, 2.6),
      fill: 'ink',
    },
    { d: 'M12 8V61M52 8V61', line: 'ink', width: 4 },
    { d: 'M6 13H58', line: 'ink', width: 4.4 },
    { d: 'M9 43H55', line: 'ink', width: 2.4 },
  ],
};
