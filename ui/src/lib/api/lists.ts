/** Lists that the page shares with the server, in the server's order. Made by scripts/wire_types.py. */
export const COLORS = ['red', 'green', 'yellow', 'blue', 'black'] as const;
