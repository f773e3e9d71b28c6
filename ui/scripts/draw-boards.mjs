// @ts-check
/** Draws the boards of data/maps into src/lib/board/generated. */
export async function drawBoards() {}
