/** What has been asked of the server and isn't finished: requests, or several that belong together, such as a whole move. */
export class UnderWay {
  #open = 0;
  #well = true;
  #waiting: ((well: boolean) => void)[] = [];

  get any(): boolean {
    return this.#open > 0;
  }

  /** Does something that is under way until it is finished; `isWell` tells whether what was wanted has happened. */
  async whole<T>(work: () => Promise<T>, isWell: (done: T) => boolean): Promise<T> {
    this.#open++;
    let well = false;
    try {
      const done = await work();
      well = isWell(done);
      return done;
    } finally {
      this.#finish(well);
    }
  }

  /** Waits until nothing is under way any more; tells whether all that was wanted has happened. */
  rest(): Promise<boolean> {
    if (!this.any) return Promise.resolve(true);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #finish(well: boolean): void {
    this.#well &&= well;
    if (--this.#open > 0) return;
    const all = this.#well;
    this.#well = true;
    for (const resolve of this.#waiting.splice(0)) resolve(all);
  }
}
