/** The gods of the cards, and Concordia. */
export const GODS = ['vesta', 'jupiter', 'saturnus', 'mercurius', 'mars', 'minerva', 'concordia'] as const;
export type God = (typeof GODS)[number];
