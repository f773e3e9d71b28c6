import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { Stage } = await import('./stage.svelte');
const { change } = await import('./settings.svelte');
const { player, state, turn } = await import('$lib/table/sample');

const scene = (money: number): never =>
  ({
    turn: turn({ seat: 1 }),
    step: { seat: 1, text: 'income', kind: 'income', thing: { type: 'none', id: 'income' }, effect: { seats: [{ seat: 1, money }] } },
  }) as never; // prettier-ignore

beforeEach(() => {
  vi.useFakeTimers();
  change({ speed: 'normal' });
});
afterEach(() => vi.useRealTimers());

describe('the stage', () => {
  it('tells when the truth is shown, and not before', () => {
    const onrest = vi.fn();
    const stage = new Stage(undefined, onrest);
    stage.advance(state(player(), player({ money: 1 })), []);
    onrest.mockClear();
    stage.advance(state(player(), player({ money: 4 })), [scene(3)]);
    expect(onrest).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600);
    expect(onrest).toHaveBeenCalledOnce();
  });

  it('shows the first position at once', () => {
    const stage = new Stage();
    const now = state(player());
    stage.advance(now, [scene(3)]);
    expect(stage.shown).toBe(now);
    expect(stage.running).toBe(false);
  });

  it('plays scenes one after another and ends at the truth', () => {
    const stage = new Stage();
    stage.advance(state(player(), player({ money: 1 })), []);
    const truth = state(player(), player({ money: 9 }));
    stage.advance(truth, [scene(3), scene(5)]);
    expect(stage.shown?.players[1]?.money).toBe(4);
    vi.advanceTimersByTime(600);
    expect(stage.shown?.players[1]?.money).toBe(9);
    expect(stage.running).toBe(true);
    vi.advanceTimersByTime(600);
    expect(stage.running).toBe(false);
    expect(stage.shown).toBe(truth);
  });

  it('can be skipped, and plays nothing for people who want nothing played', () => {
    const stage = new Stage();
    stage.advance(state(player(), player()), []);
    const truth = state(player(), player({ money: 8 }));
    stage.advance(truth, [scene(3)]);
    stage.skip();
    expect(stage.shown).toBe(truth);
    change({ speed: 'skip' });
    const next = state(player(), player({ money: 2 }));
    stage.advance(next, [scene(-6)]);
    expect(stage.shown).toBe(next);
  });
});

/** How long the same scenes are shown, in the browser's time. */
function duration(speed: 'slow' | 'normal' | 'fast' | 'skip'): number {
  change({ speed });
  const stage = new Stage();
  stage.advance(state(player(), player()), []);
  const began = Date.now();
  stage.advance(state(player(), player()), [scene(1), scene(2), scene(3)]);
  while (stage.running) vi.advanceTimersByTime(1);
  return Date.now() - began;
}

it('is as slow or fast as the settings say, in this order and ratio', () => {
  const normal = duration('normal');
  expect(duration('slow') / normal).toBeCloseTo(1.8, 1);
  expect(duration('fast') / normal).toBeCloseTo(0.4, 1);
  expect(duration('skip')).toBe(0);
  change({ speed: 'fast' });
  expect(document.documentElement.style.getPropertyValue('--pace')).toBe('0.4');
});
