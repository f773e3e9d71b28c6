/** Players' colours: each has a letter and a shape of its own, so that none is told by colour alone. */
import type { Color } from '$lib/api/types';

export interface SeatArt {
  letter: string;
  /** The outline of the shape around the origin, about 20 units across. */
  shape: string;
  /** The roof of this player's houses, standing on walls whose top is at y = 0, 14 units wide. */
  roof: string;
}

export const SEATS: Record<Color, SeatArt> = {
  red: {
    letter: 'R',
    shape: 'M0-9.6A9.6 9.6 0 1 1 0 9.6 9.6 9.6 0 1 1 0-9.6z',
    roof: 'M-8.5 0A8.5 8.5 0 0 1 8.5 0z',
  },
  green: {
    letter: 'G',
    shape: 'M-8.6-8.6H8.6V8.6H-8.6z',
    roof: 'M-8.5 0V-8.500H-4.7V-5.500H-1.9V-8.500H1.900V-5.500H4.700V-8.500H8.500V0z',
  },
  yellow: {
    letter: 'Y',
    shape: 'M0-10.6 11 8.6H-11z',
    roof: 'M-10 0 0-8.5 10 0z',
  },
  blue: {
    letter: 'B',
    shape: 'M0-11.6 11.2 0 0 11.6-11.2 0z',
    roof: 'M-8.5 0 -4.2-5 0-13 4.2-5 8.5 0z',
  },
  black: {
    letter: 'K',
    shape: 'M-5.6-9.7H5.6L11.2 0 5.6 9.7H-5.6L-11.2 0z',
    roof: 'M-9.5 0-5.5-8.500H5.500L9.5 0z',
  },
};
