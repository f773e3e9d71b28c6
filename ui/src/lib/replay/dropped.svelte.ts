/** A record file of the user's own: read here, checked and played through by the server, kept by this tab alone. */
import { api, ApiError } from '$lib/api/client';
import type { Replay, ReviewProgress, TableUpdate } from '$lib/api/types';
import { t } from '$lib/i18n';
import { go } from '$lib/state/router.svelte';
import { toast } from '$lib/state/toasts.svelte';
import { errorInWords } from '$lib/words/errors';

const LARGEST = 1_000_000;

/** Where a tab keeps its record, so that it is still there after a reload. */
const KEPT = 'praefectus.record';

/** The record that is watched, as it was given. */
let watched: unknown = null;

export const droppedReplay: { current: Replay | null } = $state({ current: null });

/** The record this tab was watching before it was loaded anew, if there is one. */
export async function recallRecord(): Promise<void> {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null || droppedReplay.current) return;
  try {
    watched = JSON.parse(kept);
    droppedReplay.current = await api.replayRecord(watched);
  } catch {
    sessionStorage.removeItem(KEPT);
  }
}

/** Plays the record on after a turn, at a table of its own. */
export function branchRecord(turn: number, seat: number, level: string): Promise<TableUpdate> {
  return api.branchRecord(watched, turn, seat, level);
}

/** Takes a turn of the record again, at a table of its own. */
export function tryRecordAgain(turn: number): Promise<TableUpdate> {
  return api.tryRecordAgain(watched, turn);
}

/** Asks for a review of the record. */
export function reviewRecord(): Promise<ReviewProgress> {
  return api.reviewRecord(watched);
}

function keep(record: unknown): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(record));
  } catch {
    // A browser that keeps nothing still replays.
  }
}

export async function openRecord(file: File): Promise<void> {
  if (file.size > LARGEST) {
    toast(t('replay.too-large'), 'error');
    return;
  }
  let record: unknown;
  try {
    record = JSON.parse(await file.text());
  } catch {
    toast(t('replay.not-json'), 'error');
    return;
  }
  try {
    droppedReplay.current = await api.replayRecord(record);
    watched = record;
    keep(record);
    go('/replay');
  } catch (error) {
    if (error instanceof ApiError) toast(errorInWords(error), 'error');
  }
}
