import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { choices, position } from '../../gallery/sample';
import Board from './Board.svelte';
import { BOARDS, loadBoard } from './load';
import type { BoardChoice, BoardDrawing } from './types';

const boards = await Promise.all(BOARDS.map(loadBoard));

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
vi.setConfig({ testTimeout: 60_000 });

const PHONE = { width: 390, height: 600 };

/** Renders in a window of a phone's size; jsdom itself lays nothing out. */
function onPhone<T>(draw: () => T): T {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(PHONE.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(PHONE.height);
  return draw();
}

/** Where the board's origin is in the window, and how large it is drawn. */
function shown(container: HTMLElement, map: BoardDrawing): { x: number; scale: number } {
  const world = container.querySelector<HTMLElement>('.world');
  const [x = NaN, , zoomed = NaN] = (world?.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
  const [left, , right] = map.frame;
  const scale = (zoomed * parseFloat(world?.style.width ?? '')) / (right - left);
  return { x: x - left * scale, scale };
}

describe.each(boards)('the board $id', (map) => {
  const view = position(map, 'crowded', 4);

  it('draws every city, line, marker, house and colonist', () => {
    const { container } = render(Board, { map, view });
    const count = (selector: string): number => container.querySelectorAll(selector).length;
    expect(count('[data-thing^="city "]')).toBe(map.cities.length);
    expect(count('[data-thing^="line "]')).toBe(map.lines.length);
    expect(count('[data-thing^="province "]')).toBe(map.provinces.length);
    expect(count('.walker')).toBe(view.colonists.length);
    expect(count('.house')).toBe(Object.values(view.houses).flat().length);
    for (const city of map.cities) expect(container.textContent).toContain(city.name);
  });

  it.each(['lines', 'cities', 'provinces', 'colonists'] as const)(
    'offers %s by pointer and keyboard',
    async (kind) => {
      const onpick = vi.fn<(choice: BoardChoice) => void>();
      const offered = choices(map, kind);
      const start = position(map, 'start', 4);
      const { container } = render(Board, { map, view: start, choices: offered, mine: 'blue', onpick });
      for (const choice of offered) {
        const hit = container.querySelector(`[data-action="${choice.action}"]`);
        expect(hit, choice.action).not.toBeNull();
        if (!hit) continue;
        await fireEvent.click(hit);
        expect(onpick).toHaveBeenLastCalledWith(choice, expect.anything());
        const button = hit.closest('[role="button"]');
        expect(button?.getAttribute('aria-label')).toBe(choice.label);
        expect(button?.hasAttribute('tabindex')).toBe(true);
        if (button) await fireEvent.keyDown(button, { key: 'Enter' });
      }
      expect(onpick).toHaveBeenCalledTimes(2 * offered.length);
    },
  );

  it('offers nothing that is not a choice, and tells what was pointed at', async () => {
    const oninspect = vi.fn();
    const { container } = render(Board, { map, view, oninspect });
    expect(container.querySelector('[data-action]')).toBeNull();
    const roma = container.querySelector('[data-thing="city roma"] path');
    if (roma) await fireEvent.click(roma);
    expect(oninspect).toHaveBeenCalledWith(
      { type: 'city', id: 'roma' },
      expect.objectContaining({ tapped: true }),
    );
  });
});

describe('a board wider than the window', () => {
  const map = boards[BOARDS.indexOf('imperium')];
  if (!map) throw new Error('there is no such board');

  it('moves the view where the browser would scroll', async () => {
    const { container } = onPhone(() => render(Board, { map, view: position(map, 'start', 4) }));
    const frame = container.querySelector('.board');
    if (!frame) throw new Error('there is no board');
    const before = shown(container, map).x;
    frame.scrollLeft = 30;
    await fireEvent.scroll(frame);
    expect(frame.scrollLeft).toBe(0);
    expect(shown(container, map).x).toBeCloseTo(before - 30);
  });

  it('shows the colonist that has just moved, if it may move on', async () => {
    const start = position(map, 'start', 4);
    const line = map.lines.reduce((best, one) => (one.kind === 'sea' && one.x < best.x ? one : best));
    const moved = { color: 'blue', kind: line.kind, at: line.between.join('~') } as const;
    const choice: BoardChoice = {
      action: `move ${line.id}`,
      thing: { type: 'colonist', id: line.id },
      label: 'the colonist',
    };
    const { container, rerender } = onPhone(() => render(Board, { map, view: start, mine: 'blue' }));
    await rerender({ view: { ...start, colonists: [moved] }, choices: [choice] });
    const { x, scale } = shown(container, map);
    expect(x + line.x * scale).toBeGreaterThan(0);
    expect(x + line.x * scale).toBeLessThan(PHONE.width);
  });
});
