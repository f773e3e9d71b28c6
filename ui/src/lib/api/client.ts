/** The server's endpoints as functions; docs/server.md describes them. A refusal is thrown as `ApiError`. */
import type {
  BotList,
  ErrorBody,
  Explanation,
  HintList,
  InvitationView,
  MapList,
  NewTable,
  Reference,
  Replay,
  TableList,
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

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
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

export type TurnControl = 'undo' | 'redo' | 'restart' | 'end';

export const api = {
  maps: () => get<MapList>('/maps'),
  reference: () => get<Reference>('/reference'),
  bots: () => get<BotList>('/bots'),
  tables: () => get<TableList>('/tables'),
  create: (table: NewTable) => post<TableUpdate>('/tables', table),
  table: (id: string, after = 0) => get<TableUpdate>(`/tables/${id}?after=${String(after)}`),
  start: (id: string, level: string) => post<TableUpdate>(`/tables/${id}/start`, { level }),
  again: (id: string) => post<TableUpdate>(`/tables/${id}/again`),
  invitation: (token: string) => get<InvitationView>(`/invitations/${token}`),
  join: (token: string, name: string) => post<TableUpdate>(`/invitations/${token}`, { name }),
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
  hint: (id: string, version: number) => post<HintList>(`/tables/${id}/hint`, { version }),
  replay: (id: string) => get<Replay>(`/tables/${id}/replay`),
  replayRecord: (record: unknown) => post<Replay>('/replays', record),
  recordAddress: (id: string) => `/api/tables/${id}/record`,
};
