/** What things would bring whom, asked from the server when somebody looks, once for each version of the table. */
import { api } from '$lib/api/client';
import type { Prospects } from '$lib/api/types';

export class Prospector {
  current = $state.raw<Prospects | null>(null);
  #version = -1;
  #asked: Promise<Prospects | null> | null = null;

  constructor(readonly id: string) {}

  /** Returns the prospects of this version; null if the server doesn't tell. */
  ask(version: number): Promise<Prospects | null> {
    if (this.#version !== version || !this.#asked) {
      this.#version = version;
      this.#asked = api.prospects(this.id).then(
        (found) => {
          if (this.#version === version) this.current = found;
          return found;
        },
        // What they are shown with stays useful without them.
        () => {
          this.#asked = null;
          return null;
        },
      );
    }
    return this.#asked;
  }

  /** Has them at hand soon. */
  look(version: number): void {
    void this.ask(version);
  }
}
