/** The view of a table at which nobody sits: what the parts of the table need to show a position from elsewhere. */
import type { Color, GameView, Replay, SeatView, TableView } from '$lib/api/types';

type Shown = {
  name: string;
  options: Replay['options'];
  names: string[];
  colors: readonly Color[];
  version: number;
  game: GameView;
};

export function plainView({ name, options, names, colors, version, game }: Shown): TableView {
  return {
    id: '',
    name,
    status: 'finished',
    options: { ...options, hands: 'open', hints: false },
    rules_version: '',
    seats: names.map((each, seat) => plainSeat(each, seat, colors[seat] ?? 'red')),
    seat: null,
    host: false,
    branch: null,
    invitation: null,
    again: null,
    shared: null,
    created: 0,
    updated: 0,
    version,
    log_length: version,
    former: null,
    has_record: false,
    read_only: false,
    game,
  };
}

function plainSeat(name: string, seat: number, color: Color): SeatView {
  return {
    seat,
    kind: 'human',
    name,
    color,
    level: null,
    mine: false,
    claimable: false,
    replaceable: false,
    stand_in: false,
    connected: null,
  };
}
