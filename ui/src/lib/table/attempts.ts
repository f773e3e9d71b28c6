/**
 * What a click on something that isn't offered would have meant, so that the server can be asked why not.
 *
 * This is about words, not rules: each phase asks for one kind of thing, and `decide` has one way to say it.
 */
import type { Question, Phase, Thing } from '$lib/api/types';
import type { Pointed } from './focus.svelte';

type Spoken = Partial<Record<Thing['type'], (id: string, kind: string) => string>>;

const build = (city: string): string => `build ${city}`;
const purchase = (slot: string): string => `purchase ${slot}`;
const settle = (city: string): string => `settle land ${city}`;

const SPOKEN: Partial<Record<Phase, Spoken>> = {
  play: { card: (face) => `play ${face}` },
  copy: { seat: (seat) => `copy ${seat}` },
  tribune: { colonist: (id) => `colonist ${id.split(' ')[0] ?? 'land'}` },
  architect: { city: build, colonist: (id) => `move ${id}` },
  line: { line: (line, kind) => `to ${kind} ${line}` },
  build: { city: build, colonist: (id) => `move ${id}` },
  prefect: { province: (province) => `produce ${province}` },
  colonist: { city: settle },
  settle: { city: settle },
  mercator: { good: (good) => `sell ${good} 1` },
  senator: { slot: purchase },
  consul: { slot: purchase },
};

/** The decision a click on the thing would stand for in this phase; null if it would mean nothing. */
export function attempt(question: Question, thing: Pointed): string | null {
  const said = SPOKEN[question.phase]?.[thing.type]?.(thing.id, thing.colonist ?? 'land') ?? null;
  return said !== null && question.legal.every((legal) => !legal.text.startsWith(said)) ? said : null;
}
