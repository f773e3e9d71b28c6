/** A record file of the user's own: read here, checked and played through by the server, kept nowhere. */
import { api, ApiError } from '$lib/api/client';
import type { Replay } from '$lib/api/types';
import { t } from '$lib/i18n';
import { go } from '$lib/state/router.svelte';
import { toast } from '$lib/state/toasts.svelte';
import { errorInWords } from '$lib/words/errors';

const LARGEST = 1_000_000;

export const droppedReplay: { current: Replay | null } = $state({ current: null });

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
    go('/replay');
  } catch (error) {
    if (error instanceof ApiError) toast(errorInWords(error), 'error');
  }
}
