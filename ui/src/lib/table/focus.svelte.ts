/** What the user is looking at: a choice under the pointer, things the log points to, a refusal to explain. */
import type { LegalDecision, Step, Thing } from '$lib/api/types';

/** One name for a thing on the table, whatever kind it is: `city massilia`. */
export function thingKey(thing: Pick<Thing, 'type' | 'id'>): string {
  return `${thing.type} ${thing.id}`;
}

export type Why = { text: string; rule: string | null; x: number; y: number };

export class Focus {
  /** The choice whose cost and result are shown before it is made. */
  preview = $state.raw<LegalDecision | null>(null);
  /** Things lit up because the log or a panel points to them, by `thingKey`. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** The decision the tutor points to. */
  suggested = $state<string | null>(null);
  /** Why what was pointed at cannot be done. */
  why = $state.raw<Why | null>(null);

  light(things: Pick<Thing, 'type' | 'id'>[]): void {
    this.lit = new Set(things.map(thingKey));
  }

  dim(): void {
    this.lit = new Set();
  }
}

/** The things on the board a step is about: its own, and what its effect built or moved. */
export function thingsOf(step: Step): Pick<Thing, 'type' | 'id'>[] {
  const things: Pick<Thing, 'type' | 'id'>[] = step.thing.type === 'none' ? [] : [step.thing];
  for (const seat of step.effect.seats ?? []) {
    for (const city of seat.houses ?? []) things.push({ type: 'city', id: city });
    for (const colonist of seat.colonists_added ?? []) things.push({ type: 'colonist', id: colonist });
  }
  return things;
}
