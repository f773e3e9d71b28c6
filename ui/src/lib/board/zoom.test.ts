import { describe, expect, it } from 'vitest';
import { Zoom } from './zoom.svelte';

function zoomed(width: number, height: number): Zoom {
  const zoom = new Zoom([1600, 1000], { x: 700, y: 500 });
  zoom.resize(width, height);
  return zoom;
}

describe('Zoom', () => {
  it('shows the whole sheet, in the middle', () => {
    const zoom = zoomed(1000, 900);
    expect(zoom.scale).toBeCloseTo(0.625);
    expect(zoom.x).toBeCloseTo(0);
    expect(zoom.y).toBeCloseTo((900 - 625) / 2);
  });

  it('shows a readable part around the capital where the whole would be too small', () => {
    const zoom = zoomed(390, 500);
    expect(zoom.scale).toBeGreaterThan(0.42);
    const middle = zoom.toSheet(195, 250);
    expect(Math.abs(middle.x - 700)).toBeLessThan(1);
  });

  it('zooms around the pointer, between the whole sheet and four times that', () => {
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
    expect([zoom.x, zoom.y]).toEqual([0, 0]);
    zoom.pan(-9999, -9999);
    expect(zoom.x).toBeCloseTo(800 - 1600 * zoom.scale);
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
