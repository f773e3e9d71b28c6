import { describe, expect, it, vi } from 'vitest';
import type { Table } from '$lib/state/table.svelte';
import { UnderWay } from '$lib/state/underWay';
import { Commands } from './commands';
import type { TableContext } from './context';
import { Kept } from './kept.svelte';
import { shortcuts } from './keys';
import { question } from './sample';

function press(key: string, commands: Commands, more: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, ...more });
  const table = { question: question('play'), stage: { running: false } };
  const kept = new Kept(new UnderWay(), { turn: () => '', armed: () => false });
  shortcuts(event, { commands, table, kept } as unknown as TableContext<Table>);
}

describe('a key', () => {
  it('asks for what a part of the page offers, however that looks', () => {
    const commands = new Commands();
    const [hint, card] = [vi.fn(), vi.fn()];
    commands.offer('hint', hint);
    commands.offer('card', card);
    press('h', commands);
    press('3', commands);
    expect(hint).toHaveBeenCalledOnce();
    expect(card).toHaveBeenCalledWith(3);
  });

  it('does nothing where nothing is offered any more, or with a key of the browser held down', () => {
    const commands = new Commands();
    const hint = vi.fn();
    const takeBack = commands.offer('hint', hint);
    press('h', commands, { ctrlKey: true });
    press('3', commands);
    takeBack();
    press('h', commands);
    expect(hint).not.toHaveBeenCalled();
  });

  it('means the part that came last', () => {
    const commands = new Commands();
    const [one, two] = [vi.fn(), vi.fn()];
    commands.offer('hint', one);
    const takeBack = commands.offer('hint', two);
    press('h', commands);
    takeBack();
    press('h', commands);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]);
  });
});

it('test ids are for tests: no source of the page looks for one', () => {
  const sources = import.meta.glob<string>(['/src/**/*.{ts,svelte}', '!/src/**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const asking = Object.entries(sources).filter(([, text]) => /\[data-testid|\.testid\b/.test(text));
  expect(asking.map(([path]) => path)).toEqual([]);
});
