/** A record file of the user's own: read here, checked and played through by the server, kept by this tab alone. */
import { api, ApiError } from '$lib/api/client';
import type { Replay } from '$lib/api/types';
import { t } from '$lib/i18n';
import { go } from '$lib/state/router.svelte';
import { toast } from '$lib/state/toasts.svelte';
import { errorInWords } from '$lib/words/errors';

const LARGEST = 1_000_000;

/** Where a tab keeps its record, so that it is still there after a reload. */
const KEPT = 'praefectus.record';

export const droppedReplay: { current: Replay | null } = $state({ current: null });

/** The record this tab was watching before it was loaded anew, if there is one. */
export async function recallRecord(): Promise<void> {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null || droppedReplay.current) return;
  try {
    droppedReplay.current = await api.replayRecord(JSON.parse(kept));
  } catch {
    sessionStorage.removeItem(KEPT);
  }
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
    keep(record);
    go('/replay');
  } catch (error) {
    if (error instanceof ApiError) toast(errorInWords(error), 'error');
  }
}
