import { describe, expect, it } from 'vitest';
import { Zoom } from './zoom.svelte';

function zoomed(width: number, height: number): Zoom {
  const zoom = new Zoom([-400, -200, 2000, 1200], [50, 50, 1550, 950], { x: 700, y: 500 });
  zoom.resize(width, height);
  return zoom;
}

describe('Zoom', () => {
  it('shows all of what is played on, in the middle', () => {
    const zoom = zoomed(1050, 800);
    expect(zoom.scale).toBeCloseTo(0.7);
    expect(zoom.toSheet(525, 400)).toEqual({
      x: expect.closeTo(800) as number,
      y: expect.closeTo(500) as number,
    });
  });

  it('leaves room for what lies over its upper edge', () => {
    const zoom = new Zoom([-400, -200, 2000, 1200], [50, 50, 1550, 950], { x: 700, y: 500 }, 40);
    zoom.resize(1600, 850);
    expect(zoom.toWindow({ x: 800, y: 50 }).y).toBeCloseTo(40);
    expect(zoom.toWindow({ x: 800, y: 950 }).y).toBeCloseTo(850);
  });

  it('fills windows of every shape with the sheet', () => {
    for (const [width, height] of [
      [2000, 400],
      [300, 1500],
      [1000, 1000],
    ] as const) {
      const zoom = zoomed(width, height);
      const [first, last] = [zoom.toSheet(0, 0), zoom.toSheet(width, height)];
      expect(Math.min(first.x + 400, first.y + 200, 2000 - last.x, 1200 - last.y)).toBeGreaterThan(-0.01);
    }
  });

  it('shows a readable part around the capital where the whole would be too small', () => {
    const zoom = zoomed(390, 500);
    expect(zoom.scale).toBeGreaterThan(0.42);
    const middle = zoom.toSheet(195, 250);
    expect(Math.abs(middle.x - 700)).toBeLessThan(1);
  });

  it('zooms out until all that is played on is seen, even in a narrow window', () => {
    const zoom = zoomed(390, 650);
    zoom.resetTo([
      { x: 60, y: 500 },
      { x: 1540, y: 500 },
    ]);
    expect(zoom.shows({ x: 60, y: 500 })).toBe(true);
    expect(zoom.shows({ x: 1540, y: 500 })).toBe(true);
  });

  it('shows all that is played on where nearly all of it may be chosen, names at its edges included', () => {
    const zoom = zoomed(800, 900);
    const choices = [
      { x: 130, y: 300 },
      { x: 1470, y: 700 },
    ];
    expect(choices.every((place) => zoom.shows(place, 26))).toBe(false);
    zoom.resetTo(choices);
    expect(zoom.scale).toBe(zoom.least);
    expect(zoom.shows({ x: 50, y: 500 })).toBe(true);
    expect(zoom.shows({ x: 1550, y: 500 })).toBe(true);
  });

  it('zooms around the pointer, between its least and its most', () => {
    const zoom = zoomed(1600, 1000);
    const before = zoom.toSheet(400, 300);
    zoom.by(2, 400, 300);
    const after = zoom.toSheet(400, 300);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    zoom.by(100);
    expect(zoom.scale).toBe(zoom.most);
    zoom.by(0.0001);
    expect(zoom.scale).toBe(zoom.least);
  });

  it('never leaves a gap beside a sheet larger than the window', () => {
    const zoom = zoomed(800, 500);
    zoom.by(2);
    zoom.pan(9999, 9999);
    expect(zoom.toSheet(0, 0)).toEqual({ x: -400, y: -200 });
    zoom.pan(-9999, -9999);
    expect(zoom.x).toBeCloseTo(800 - 2000 * zoom.scale);
  });

  it('brings a place into view, and only if it must', () => {
    const zoom = zoomed(800, 500);
    zoom.by(3, 0, 0);
    const x = zoom.x;
    zoom.show({ x: 100, y: 100 });
    expect(zoom.x).toBe(x);
    expect(zoom.shows({ x: 1500, y: 900 })).toBe(false);
    zoom.show({ x: 1500, y: 900 });
    expect(zoom.shows({ x: 1500, y: 900 })).toBe(true);
  });

  it('keeps what it had while the board is hidden', () => {
    const zoom = zoomed(800, 500);
    const before = zoom.scale;
    zoom.resize(0, 0);
    expect(zoom.scale).toBe(before);
  });

  it('keeps its place when the window changes', () => {
    const zoom = zoomed(800, 500);
    zoom.by(2);
    const before = zoom.toSheet(400, 250);
    zoom.resize(700, 600);
    const after = zoom.toSheet(350, 300);
    expect(after.x).toBeCloseTo(before.x, 0);
  });
});
