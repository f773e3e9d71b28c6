import { describe, expect, it } from 'vitest';
import { player } from '$lib/table/sample';
import { formulas } from './formula';

const points = {
  vesta: 3, jupiter: 18, saturnus: 0, mercurius: 8, mars: 0, minerva: 7, concordia: 0, total: 36 }; // prettier-ignore

describe('the formula behind a number', () => {
  const cards = ['architect', 'consul', 'diplomat-jupiter', 'senator', 'mercator-3', 'farmer', 'smith'];
  const by = (worth?: Record<string, number>) =>
    Object.fromEntries(formulas({ ...player(), cards, points }, worth).map((one) => [one.god, one]));

  it('is cards times what each brings', () => {
    expect(by()['jupiter']).toMatchObject({ cards: 3, each: 6, points: 18 });
    expect(by()['vesta']).toMatchObject({ cards: 1, each: 3 });
  });

  it('is a sum where the cards differ', () => {
    expect(by()['minerva']).toMatchObject({ cards: 2, each: null, points: 7 });
  });

  it('says what a first card would bring where the server has told it', () => {
    expect(by()['saturnus']).toMatchObject({ cards: 0, each: null });
    expect(by({ prefect: 5 })['saturnus']).toMatchObject({ cards: 0, each: 5 });
  });
});
