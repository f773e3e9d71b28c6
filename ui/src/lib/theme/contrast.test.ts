// @vitest-environment node
/** Both themes against WCAG AA: 4.5 for text, 3 for large letters, icons and lines that carry meaning. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLORS } from '$lib/api/lists';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const THEMES = ['day', 'night'] as const;
type Theme = (typeof THEMES)[number];
type Rgb = [number, number, number];

function rgb(hex: string): Rgb {
  const full = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  return [1, 3, 5].map((i) => parseInt(full.slice(i, i + 2), 16)) as Rgb;
}

/** The value of a token inside the rule whose selector contains `where`. */
function token(name: string, theme: Theme, where = ':root,'): Rgb {
  const start = css.indexOf(where);
  expect(start, where).toBeGreaterThanOrEqual(0);
  const rule = css.slice(start, css.indexOf('\n}', start));
  const value = new RegExp(`--${name}: (.*);`).exec(rule)?.[1] ?? '';
  const both = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  return rgb(both ? ((theme === 'day' ? both[1] : both[2]) ?? '') : value);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
}

/** `over` painted on `under` with an opacity. */
const paint = (over: Rgb, under: Rgb, opacity: number): Rgb =>
  over.map((part, i) => part * opacity + (under[i] ?? 0) * (1 - opacity)) as Rgb;

describe.each(THEMES)('by %s', (theme) => {
  const of = (name: string): Rgb => token(name, theme);
  const tinted = [0, 1, 2, 3, 4, 5].map((i) => paint(of(`tint-${String(i)}`), of('land'), 0.34));

  it('names of cities are legible on their halo and on every ground', () => {
    for (const ground of [of('place-halo'), of('land'), of('sea'), of('sea-shoal'), ...tinted]) {
      expect(contrast(of('place'), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('names of provinces are legible on land, on tints and on the sea', () => {
    for (const ground of [of('land'), of('sea'), ...tinted]) {
      // They stand on a halo of 42 % besides.
      expect(contrast(of('province'), paint(of('place-halo'), ground, 0.42))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('roads and routes stand out from their beds', () => {
    expect(contrast(of('road'), of('road-bed'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('route'), of('route-bed'))).toBeGreaterThanOrEqual(4.5);
  });

  it('provinces side by side can be told apart', () => {
    for (const [i, a] of tinted.entries()) {
      for (const b of tinted.slice(i + 1))
        expect(Math.hypot(...a.map((part, k) => part - (b[k] ?? 0)))).toBeGreaterThan(9);
    }
  });

  it('cards, prices and signs are legible', () => {
    expect(contrast(of('card-ink'), of('card-paper'))).toBeGreaterThanOrEqual(7);
    expect(contrast(of('card-muted'), of('card-paper'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('pill-ink'), of('pill'))).toBeGreaterThanOrEqual(7);
    expect(contrast(of('coin-ink'), of('coin'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb('#2d1d00'), of('legal'))).toBeGreaterThanOrEqual(7);
  });

  it.each(['brick', 'food', 'tool', 'wine', 'cloth', 'any'])('the icon of %s reads on its tile', (good) => {
    const where = `[data-good='${good}']`;
    expect(contrast(token('ink', theme, where), token('good', theme, where))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['vesta', 'jupiter', 'saturnus', 'mercurius', 'mars', 'minerva', 'concordia'])(
    '%s reads in white',
    (god) => {
      expect(contrast(rgb('#ffffff'), token('god', theme, `[data-god='${god}']`))).toBeGreaterThanOrEqual(
        4.5,
      );
    },
  );

  it.each(COLORS)('the letter of %s reads', (color) => {
    const where = `[data-color='${color}']`;
    expect(contrast(token('seat-ink', theme, where), token('seat', theme, where))).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});

/** How a colour looks without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const BLINDNESS: Record<string, number[]> = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function seen(color: Rgb, kind: string): Rgb {
  const m = BLINDNESS[kind] ?? [];
  const linear = color.map((part) => (part / 255) ** 2.2);
  return [0, 1, 2].map((row) => {
    const sum = linear.reduce((total, part, i) => total + part * (m[row * 3 + i] ?? 0), 0);
    return 255 * Math.min(1, Math.max(0, sum)) ** (1 / 2.2);
  }) as Rgb;
}

describe.each(Object.keys(BLINDNESS))('players to eyes with %s deficiency', (kind) => {
  const colors = COLORS.map((color) => seen(token('seat', 'day', `[data-color='${color}']`), kind));

  it('differ from each other', () => {
    for (const [i, a] of colors.entries()) {
      for (const b of colors.slice(i + 1))
        expect(Math.hypot(...a.map((part, k) => part - (b[k] ?? 0))), COLORS[i]).toBeGreaterThan(38);
    }
  });

  it.each(THEMES)('stand out from land and sea by %s by their colour, rim or outline', (theme) => {
    const tints = [0, 1, 2, 3, 4, 5].map((i) =>
      paint(token(`tint-${String(i)}`, theme), token('land', theme), 0.34),
    );
    for (const ground of [token('land', theme), token('sea', theme), ...tints]) {
      const field = seen(ground, kind);
      for (const [i, color] of colors.entries()) {
        const outline = seen(token('seat-deep', theme, `[data-color='${COLORS[i] ?? ''}']`), kind);
        const best = Math.max(...[color, outline, rgb('#ffffff')].map((part) => contrast(part, field)));
        expect(best, COLORS[i]).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

describe('goods', () => {
  const goods = ['brick', 'food', 'tool', 'wine', 'cloth'] as const;
  const tile = (good: string): Rgb => token('good', 'day', `[data-good='${good}']`);

  it.each(Object.keys(BLINDNESS))('differ by their colours to eyes with %s deficiency', (kind) => {
    const colors = goods.map((good) => seen(tile(good), kind));
    for (const [i, a] of colors.entries())
      for (const b of colors.slice(i + 1))
        expect(Math.hypot(...a.map((part, k) => part - (b[k] ?? 0))), goods[i]).toBeGreaterThan(60);
  });

  it('wine and tools differ even in grey', () => {
    expect(contrast(tile('wine'), tile('tool'))).toBeGreaterThan(4);
  });
});
