/** The five goods, in rising value. */
export const GOODS = ['brick', 'food', 'tool', 'wine', 'cloth'] as const;
export type Good = (typeof GOODS)[number];
/** A good, or one of the buyer's choice. */
export type GoodOrAny = Good | 'any';
