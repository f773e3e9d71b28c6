/** Keeps track of which card is which while the display closes up, so that cards can slide instead of jump. */
export type Slot = { key: number; card: string | null };

let next = 1;

/** The new row, with the keys of the old one where a card has only moved to the left. */
export function follow(before: Slot[], display: (string | null)[]): Slot[] {
  const used = new Set<number>();
  return display.map((card, i) => {
    const same = before.find(
      (slot, j) => j >= i && slot.card === card && card !== null && !used.has(slot.key),
    );
    if (!same) return { key: next++, card };
    used.add(same.key);
    return same;
  });
}
