/** The wire's position and choices as the board draws them. */
import type { BoardChoice, BoardPosition, BoardThing, ChoiceCost } from '$lib/board/types';
import type {
  BoardView,
  Color,
  Question,
  Good,
  LegalAction,
  PlayerState,
  SeatView,
  State,
} from '$lib/api/types';
import { decisionInWords } from '$lib/words/decisions';
import { seatEffect } from '$lib/words/effects';
import { choiceInWords } from '$lib/words/spoken';

/** What of a position lies on the board. */
type OnBoard = Pick<State, 'markers'> & { players: Pick<PlayerState, 'houses' | 'colonists'>[] };

export function boardPosition(
  state: OnBoard,
  board: BoardView,
  seats: Pick<SeatView, 'color'>[],
  coins: Record<Good, number>,
): BoardPosition {
  const color = (seat: number): Color => seats[seat]?.color ?? 'red';
  const houses: BoardPosition['houses'] = {};
  const colonists: BoardPosition['colonists'] = [];
  state.players.forEach((player, seat) => {
    for (const city of player.houses) (houses[city] ??= []).push(color(seat));
    for (const colonist of player.colonists) {
      const [kind = 'land', at = ''] = colonist.split(' ');
      colonists.push({ color: color(seat), kind: kind === 'sea' ? 'sea' : 'land', at });
    }
  });
  const markers: BoardPosition['markers'] = {};
  for (const [province, side] of Object.entries(state.markers)) {
    const good = board.markers[province];
    if (good) markers[province] = { side, good, coins: coins[good] };
  }
  return { players: seats.map((seat) => seat.color), cities: board.cities, houses, colonists, markers };
}

const ON_BOARD = ['city', 'line', 'province', 'colonist'];

/** The choices that have their place on the board. */
export function boardChoices(question: Question | null, seatName: (seat: number) => string): BoardChoice[] {
  if (!question) return [];
  return question.legal
    .filter((legal) => ON_BOARD.includes(legal.thing.type) && legal.kind !== 'colonist')
    .map((legal) => ({
      action: legal.text,
      thing: legal.thing as BoardThing,
      label: choiceInWords(decisionInWords(legal, seatName), legal, question.seat),
      cost: costOf(legal, question.seat),
    }));
}

function costOf(legal: LegalAction, seat: number): ChoiceCost | null {
  if (legal.kind === 'to') return { points: legal.cost ?? 0 };
  if (legal.kind !== 'build') return null;
  const effect = seatEffect(legal.effect, seat);
  const goods: Partial<Record<Good, number>> = {};
  for (const [good, by] of Object.entries(effect?.goods ?? {})) goods[good as Good] = -by;
  return { money: -(effect?.money ?? 0), goods };
}
