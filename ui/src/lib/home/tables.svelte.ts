/** The tables this browser sits at: those to go on with, those put away, and what can be done with them. */
import { api, ApiError } from '$lib/api/client';
import type { TableSummary } from '$lib/api/types';
import { toast } from '$lib/state/toasts.svelte';
import { errorInWords } from '$lib/words/errors';

const rank = (table: TableSummary): number => (table.my_turn ? 0 : table.status === 'finished' ? 2 : 1);

/** Tables in the order they are wanted: those that wait for this browser first, finished games last. */
export function inOrder(tables: readonly TableSummary[]): TableSummary[] {
  return tables.toSorted((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

export class MyTables {
  /** Null until the server has answered. */
  list = $state.raw<TableSummary[] | null>(null);
  /** Null until somebody asks for them. */
  archived = $state.raw<TableSummary[] | null>(null);
  /** The one to go on with. */
  readonly current = $derived(this.list?.find((table) => table.status !== 'finished') ?? null);

  async load(): Promise<void> {
    await this.#try(async () => {
      this.list = inOrder((await api.tables()).tables);
    });
    this.list ??= [];
  }

  async loadArchived(): Promise<void> {
    await this.#try(async () => {
      this.archived = inOrder((await api.tables(true)).tables);
    });
  }

  async archive(id: string, archived: boolean): Promise<void> {
    await this.#try(() => api.archive(id, archived));
    await this.#again();
  }

  async delete(id: string): Promise<void> {
    await this.#try(() => api.delete(id));
    await this.#again();
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#try(() => api.rename(id, name));
    await this.#again();
  }

  /** Both lists change at once, so that no table stands in both. */
  async #again(): Promise<void> {
    await this.#try(async () => {
      const [list, archived] = await Promise.all([api.tables(), this.archived && api.tables(true)]);
      this.list = inOrder(list.tables);
      this.archived = archived && inOrder(archived.tables);
    });
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(errorInWords(error), 'error');
    }
  }
}
