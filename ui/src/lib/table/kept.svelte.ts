/**
 * Clicks and keys that come while an answer is awaited.
 *
 * Who knows the game is faster than the server. What such a hand asks for is kept and done when the answer is there, as
 * if it had been asked for then. Once something doesn't come about, what was to follow it isn't done either: nobody
 * ends a turn whose house could not be built. Nothing is kept beyond the turn it was meant for, and nothing twice: a
 * second click on what is under way is impatience.
 */
import { tick } from 'svelte';
import type { UnderWay } from '$lib/state/underWay';

type Click = { about: string; turn: string; act: () => unknown };

export class Kept {
  /** What is kept, in order; `about` is a `thingKey` where it is about a thing. */
  list = $state.raw<readonly Click[]>([]);
  #begun: string | null = null;
  #acting = false;
  #running = false;

  constructor(
    readonly underWay: UnderWay,
    /** The turn that is played, by any name of it; and whether a finger has something to confirm. */
    readonly game: { turn: () => string; armed: () => boolean },
  ) {}

  /** Does something now, or when what is under way is finished. Only what may be done `often` is kept twice. */
  do(about: string, act: () => unknown, often = false): void {
    // A part of what a kept click does.
    if (this.#acting) {
      act();
    } else if (!this.underWay.any && !this.#running) {
      this.#begin(about, act);
    } else if (often || (this.#begun !== about && this.list.every((click) => click.about !== about))) {
      this.list = [...this.list, { about, turn: this.game.turn(), act }];
      if (!this.#running) void this.#run();
    }
  }

  drop(): void {
    this.list = [];
  }

  #begin(about: string, act: () => unknown): void {
    this.#acting = true;
    try {
      act();
    } finally {
      this.#acting = false;
    }
    this.#begun = about;
    void this.underWay.rest().then(() => (this.#begun = null));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (;;) {
      const well = await this.underWay.rest();
      // The page has to show the answer first.
      await tick();
      const next = this.list[0];
      if (!well || next?.turn !== this.game.turn()) break;
      this.list = this.list.slice(1);
      this.#begin(next.about, next.act);
      if (!this.underWay.any && !this.game.armed()) break;
    }
    this.drop();
    this.#running = false;
  }
}
