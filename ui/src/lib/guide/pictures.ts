/** The examples' data as the page's components take them; scripts/guide_examples.py writes them in that form. */
import type { PlayerState } from '$lib/api/types';
import type { BoardPosition } from '$lib/board/types';

/** JSON knows no unions of names: what the engine wrote is one. */
export const asPosition = (board: unknown): BoardPosition => board as BoardPosition;
export const asPlayer = (player: unknown): PlayerState => player as PlayerState;
