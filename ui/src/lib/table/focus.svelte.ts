/** What the user is looking at: a choice under the pointer, things the log points to, a refusal to explain. */
import type { ColonistKind, LegalAction, SlotPrice, Step, Thing } from '$lib/api/types';
import { thingKey as boardKey, type BoardDrawing, type BoardThing } from '$lib/board';

/** A thing on the table that can be pointed at. */
export type Pointed = Pick<Thing, 'type' | 'id'> & { colonist?: ColonistKind | null };

/** One name for a thing on the table, whatever kind it is: `city massilia`, `slot 3`, `line sea massilia~roma`. */
export function thingKey(thing: Pointed): string {
  return boardKey(thing as BoardThing);
}

/** A thing whose face can be shown, and where it was pointed at, from the corner of the board. */
export type Faced = (
  | { type: 'city' | 'province' | 'line' | 'colonist'; id: string; colonist?: ColonistKind | null }
  | { type: 'card'; id: string; slot?: number }
  | { type: 'seat'; seat: number }
) & { at?: { x: number; y: number } };

/** The face of a thing that was pointed at; none for what has no face. */
export function facedOf(thing: Pointed, slots: readonly SlotPrice[]): Faced | null {
  const { type, id } = thing;
  if (type === 'city' || type === 'province' || type === 'line' || type === 'colonist')
    return { type, id, colonist: thing.colonist ?? null };
  if (type === 'card') return { type, id };
  const slot = type === 'slot' ? slots.find((one) => one.slot === Number(id)) : undefined;
  return slot?.card ? { type: 'card', id: slot.card, slot: slot.slot } : null;
}

export type Why = { text: string; rule: string | null; x: number; y: number };

export class Focus {
  /** The choice whose cost and result are shown before it is made. */
  preview = $state.raw<LegalAction | null>(null);
  /** The choice a finger has tapped once: shown in full, made by a second tap. */
  armed = $state.raw<LegalAction | null>(null);
  /** The board that is looked at, once it is drawn. */
  drawing = $state.raw<BoardDrawing | null>(null);
  /** Things lit up because the log or a panel points to them, by `thingKey`. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** What has its face shown. */
  face = $state.raw<Faced | null>(null);
  /** The decision the tutor points to. */
  suggested = $state<string | null>(null);
  /** Why what was pointed at cannot be done. */
  why = $state.raw<Why | null>(null);

  light(things: Pointed[]): void {
    this.lit = new Set(things.map(thingKey));
  }

  dim(): void {
    this.lit = new Set();
  }
}

/** The things on the board a step is about: its own, and what its effect built or moved. */
export function thingsOf(step: Step): Pointed[] {
  const things: Pointed[] = step.thing.type === 'none' ? [] : [step.thing];
  for (const seat of step.effect.seats ?? []) {
    for (const city of seat.houses ?? []) things.push({ type: 'city', id: city });
    for (const colonist of seat.colonists_added ?? []) things.push({ type: 'colonist', id: colonist });
  }
  return things;
}
