/** The server's endpoints as functions; docs/server.md describes them. A refusal is thrown as `ApiError`. */
import type {
  Analysis,
  Arrangement,
  BotList,
  CheckedArrangement,
  Deleted,
  ErrorBody,
  Explanation,
  HintList,
  InvitationView,
  MapList,
  Network,
  NewTable,
  PositionView,
  Prospects,
  PuzzleList,
  PuzzleVerdict,
  Reference,
  Replay,
  ReviewProgress,
  SeatChange,
  SharedGame,
  StartPosition,
  Statistics,
  TableList,
  TableSummary,
  TableUpdate,
} from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }

  get code(): string {
    return this.body.code;
  }
}

const UNREACHABLE: ErrorBody = {
  code: 'client/unreachable',
  message: 'the server cannot be reached',
};

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new ApiError(0, UNREACHABLE);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, errorOf(answer));
  return answer as T;
}

function errorOf(answer: unknown): ErrorBody {
  if (typeof answer === 'object' && answer !== null && 'error' in answer) return answer.error as ErrorBody;
  return UNREACHABLE;
}

const get = <T>(path: string): Promise<T> => request<T>('GET', path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('POST', path, body);

export type { SeatChange };
export type TurnControl = 'undo' | 'redo' | 'restart' | 'end';

export const api = {
  maps: () => get<MapList>('/maps'),
  reference: () => get<Reference>('/reference'),
  network: () => get<Network>('/network'),
  openNetwork: () => post<Network>('/network'),
  bots: () => get<BotList>('/bots'),
  tables: (archived = false) => get<TableList>(archived ? '/tables?archived=true' : '/tables'),
  create: (table: NewTable) => post<TableUpdate>('/tables', table),
  lesson: (lesson: string, name: string, player: string | null) =>
    post<TableUpdate>(`/lessons/${lesson}`, { name, player }),
  table: (id: string, after = 0) => get<TableUpdate>(`/tables/${id}?after=${String(after)}`),
  rename: (id: string, name: string) => request<TableUpdate>('PATCH', `/tables/${id}`, { name }),
  archive: (id: string, archived: boolean) => post<TableSummary>(`/tables/${id}/archive`, { archived }),
  delete: (id: string) => request<Deleted>('DELETE', `/tables/${id}`, {}),
  start: (id: string, level: string) => post<TableUpdate>(`/tables/${id}/start`, { level }),
  branch: (id: string, turn: number, seat: number, level: string) =>
    post<TableUpdate>(`/tables/${id}/branch`, { turn, seat, level }),
  branchRecord: (record: unknown, turn: number, seat: number, level: string) =>
    post<TableUpdate>(
      `/branches?turn=${String(turn)}&seat=${String(seat)}&level=${encodeURIComponent(level)}`,
      record,
    ),
  puzzles: () => get<PuzzleList>('/puzzles'),
  statistics: () => get<Statistics>('/statistics'),
  openPuzzle: (puzzle: string) => post<TableUpdate>(`/puzzles/${puzzle}`),
  tryAgain: (id: string, turn: number) => post<TableUpdate>(`/tables/${id}/puzzle`, { turn }),
  tryRecordAgain: (record: unknown, turn: number) =>
    post<TableUpdate>(`/puzzles?turn=${String(turn)}`, record),
  answer: (id: string, giveUp: boolean) => post<PuzzleVerdict>(`/tables/${id}/answer`, { give_up: giveUp }),
  again: (id: string) => post<TableUpdate>(`/tables/${id}/again`),
  invitation: (token: string) => get<InvitationView>(`/invitations/${token}`),
  join: (token: string, name: string, seat: number | null) =>
    post<TableUpdate>(`/invitations/${token}`, { name, seat }),
  changeSeat: (id: string, seat: number, wanted: SeatChange) =>
    request<TableUpdate>('PATCH', `/tables/${id}/seats/${String(seat)}`, wanted),
  leave: (id: string, seat: number) => post<TableUpdate>(`/tables/${id}/seats/${String(seat)}/leave`),
  replace: (id: string, seat: number, level: string) =>
    post<TableUpdate>(`/tables/${id}/seats/${String(seat)}/replace`, { level }),
  claim: (id: string, seat: number) => post<TableUpdate>(`/tables/${id}/seats/${String(seat)}/claim`),
  decide: (id: string, version: number, decision: string) =>
    post<TableUpdate>(`/tables/${id}/decide`, { version, decision }),
  control: (id: string, version: number, what: TurnControl) =>
    post<TableUpdate>(`/tables/${id}/${what}`, { version }),
  explain: (id: string, decision: string) =>
    get<Explanation>(`/tables/${id}/explain?decision=${encodeURIComponent(decision)}`),
  prospects: (id: string) => get<Prospects>(`/tables/${id}/prospects`),
  hint: (id: string, version: number) => post<HintList>(`/tables/${id}/hint`, { version }),
  replay: (id: string) => get<Replay>(`/tables/${id}/replay`),
  replayRecord: (record: unknown) => post<Replay>('/replays', record),
  askReview: (id: string) => post<ReviewProgress>(`/tables/${id}/review`),
  review: (id: string, after: number) => get<ReviewProgress>(`/tables/${id}/review?after=${String(after)}`),
  reviewRecord: (record: unknown) => post<ReviewProgress>('/reviews', record),
  recordReview: (key: string, after: number) => get<ReviewProgress>(`/reviews/${key}?after=${String(after)}`),
  position: (position: string) => post<PositionView>('/positions', { position }),
  tablePosition: (id: string, turn: number) =>
    get<PositionView>(`/tables/${id}/position?turn=${String(turn)}`),
  startPosition: (start: StartPosition) => post<Arrangement>('/positions/start', start),
  arrangePosition: (position: string) => post<Arrangement>('/positions/arrangement', { position }),
  checkPosition: (arrangement: Arrangement) => post<CheckedArrangement>('/positions/check', arrangement),
  analyse: (position: string, simulations: number, signal: AbortSignal) =>
    request<Analysis>('POST', '/analysis', { position, simulations }, signal),
  branchPosition: (position: string, seat: number, level: string) =>
    post<TableUpdate>(`/branches?seat=${String(seat)}&level=${encodeURIComponent(level)}`, { position }),
  share: (id: string) => post<TableUpdate>(`/tables/${id}/share`),
  withdraw: (id: string) => request<TableUpdate>('DELETE', `/tables/${id}/share`, {}),
  shared: (token: string) => get<SharedGame>(`/shared/${token}`),
  sharedReplay: (token: string) => get<Replay>(`/shared/${token}/replay`),
  askSharedReview: (token: string) => post<ReviewProgress>(`/shared/${token}/review`),
  sharedReview: (token: string, after: number) =>
    get<ReviewProgress>(`/shared/${token}/review?after=${String(after)}`),
  sharedRecord: (token: string) => get<unknown>(`/shared/${token}/record`),
  sharedRecordAddress: (token: string) => `/api/shared/${token}/record`,
  recordAddress: (id: string) => `/api/tables/${id}/record`,
};
