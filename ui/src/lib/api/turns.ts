/** The requests of a turn: over the table's socket while it is open, else by HTTP. */
import { api, ApiError, type TurnControl } from './client';
import type { Live } from './live';
import type { TableUpdate } from './types';

export type TurnRequest = { type: 'decide'; decision: string } | { type: TurnControl };

/** Sends a request and gives the table afterwards. A refusal is thrown as `ApiError`. */
export async function takeTurn(
  live: Live,
  id: string,
  version: number,
  request: TurnRequest,
): Promise<TableUpdate> {
  const answer = await live.ask({ ...request, version });
  if (answer === 'unsent') return byHttp(id, version, request);
  if (answer === 'unanswered') return again(id, version, request);
  if (answer.type === 'refused') throw new ApiError(answer.status, answer.error);
  return answer.update;
}

function byHttp(id: string, version: number, request: TurnRequest): Promise<TableUpdate> {
  return request.type === 'decide'
    ? api.decide(id, version, request.decision)
    : api.control(id, version, request.type);
}

/** Nobody knows whether it was done. If it was, the version is an old one now, and the refusal brings the table. */
async function again(id: string, version: number, request: TurnRequest): Promise<TableUpdate> {
  try {
    return await byHttp(id, version, request);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'action/stale' && error.body.update)
      return error.body.update;
    throw error;
  }
}
