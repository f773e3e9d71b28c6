import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './client';
import type { Live, LiveAnswer } from './live';
import { takeTurn, type TurnRequest } from './turns';
import type { TableUpdate } from './types';

const DECIDE: TurnRequest = { type: 'decide', decision: 'play architect' };
const posted: { path: string; body: unknown }[] = [];
let answers: Response[] = [];

function update(version: number): TableUpdate {
  return { type: 'update', table: { version } as never, log: [] };
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status });
}

function take(answer: LiveAnswer, request = DECIDE): Promise<TableUpdate> {
  const live = { ask: () => Promise.resolve(answer) } as unknown as Live;
  return takeTurn(live, 't', 3, request);
}

beforeEach(() => {
  posted.length = 0;
  answers = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    posted.push({ path, body: JSON.parse(body) });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('offline'));
  });
});
afterEach(() => vi.unstubAllGlobals());

it('goes over the socket', async () => {
  expect(await take({ type: 'done', id: 0, update: update(4) })).toEqual(update(4));
  expect(posted).toEqual([]);
});

it('throws what the socket refuses', async () => {
  const error = { code: 'action/illegal', message: 'no' };
  await expect(take({ type: 'refused', id: 0, status: 422, error })).rejects.toEqual(
    new ApiError(422, error),
  );
  expect(posted).toEqual([]);
});

it('goes by HTTP without a socket', async () => {
  answers = [json(200, update(4)), json(200, update(5))];
  expect(await take('unsent')).toEqual(update(4));
  expect(await take('unsent', { type: 'undo' })).toEqual(update(5));
  expect(posted).toEqual([
    { path: '/api/tables/t/decide', body: { version: 3, decision: 'play architect' } },
    { path: '/api/tables/t/undo', body: { version: 3 } },
  ]);
});

it('throws what HTTP refuses, a stale request included', async () => {
  answers = [json(409, { error: { code: 'action/stale', message: '', update: update(4) } })];
  await expect(take('unsent')).rejects.toMatchObject({ code: 'action/stale' });
});

it('asks again when the socket is lost before the answer', async () => {
  answers = [json(200, update(4))];
  expect(await take('unanswered')).toEqual(update(4));
  expect(posted).toHaveLength(1);
});

it('takes the table as it is if the request was done before the socket was lost', async () => {
  answers = [json(409, { error: { code: 'action/stale', message: '', update: update(4) } })];
  expect(await take('unanswered')).toEqual(update(4));
});

it('throws any other refusal of a request that is asked again', async () => {
  answers = [json(503, { error: { code: 'server/unavailable', message: '' } })];
  await expect(take('unanswered')).rejects.toMatchObject({ code: 'server/unavailable' });
  await expect(take('unanswered')).rejects.toMatchObject({ code: 'client/unreachable' });
});
