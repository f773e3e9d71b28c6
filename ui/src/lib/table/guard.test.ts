import { beforeEach, describe, expect, it } from 'vitest';
import { ClickGuard } from './guard';

const click = (x: number, at: number, target: Element, detail = 1): MouseEvent => {
  const event = new MouseEvent('click', { clientX: x, clientY: 10, detail, cancelable: true });
  Object.defineProperty(event, 'target', { value: target });
  Object.defineProperty(event, 'timeStamp', { value: at });
  return event;
};
const button = (action: string): Element => {
  const made = document.createElement('button');
  made.setAttribute('data-action', action);
  return made;
};

describe('a click guard', () => {
  const [card, unit] = [button('play mercator-3'), button('buy tool 1')];
  let guard = new ClickGuard();
  const stops = (event: MouseEvent): boolean => {
    guard.check(event);
    return event.defaultPrevented;
  };
  beforeEach(() => {
    guard = new ClickGuard();
  });

  it('stops the second half of a double click on something new', () => {
    expect(stops(click(10, 0, card))).toBe(false);
    expect(stops(click(11, 200, unit))).toBe(true);
    expect(stops(click(11, 900, unit))).toBe(false);
  });

  it('lets the same thing be clicked again, and anything by a hand that has moved', () => {
    expect(stops(click(10, 0, unit))).toBe(false);
    expect(stops(click(10, 200, unit))).toBe(false);
    expect(stops(click(60, 300, card))).toBe(false);
    guard.moved(new MouseEvent('pointermove', { clientX: 90, clientY: 10 }) as PointerEvent);
    expect(stops(click(60, 400, unit))).toBe(false);
  });

  it('minds no keys', () => {
    expect(stops(click(0, 0, card, 0))).toBe(false);
    expect(stops(click(0, 50, unit, 0))).toBe(false);
  });
});
