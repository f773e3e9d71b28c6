/** What keys ask for and parts of the page do: a part offers a command for as long as it is shown. */
export type Command = 'hint' | 'card' | 'command' | 'keys';
type Run = (number: number) => void;

export class Commands {
  readonly #offers: { command: Command; run: Run }[] = [];

  /** Offers a command; returns how to take the offer back, as `$effect` wants it. */
  offer(command: Command, run: Run): () => void {
    const offer = { command, run };
    this.#offers.push(offer);
    return () => this.#offers.splice(this.#offers.indexOf(offer), 1);
  }

  /** Does what was offered last under this name, if anything is. */
  run(command: Command, number = 0): void {
    this.#offers.findLast((offer) => offer.command === command)?.run(number);
  }
}
