import { beforeEach, describe, expect, it } from 'vitest';
import type { ArrangedPlayer, Arrangement } from '$lib/api/types';
import type { BoardDrawing } from '$lib/board';
import { editsOf } from './choices';
import {
  addCard,
  fillSlot,
  playCard,
  putColonist,
  removeCard,
  roundOf,
  swapToken,
  takeBack,
  takeColonist,
  toggleHouse,
  toPlay,
  turnMarker,
  withTurn,
} from './edits';
import {
  bought,
  cardOffers,
  cardsLeft,
  FIRST_HAND,
  freeSpaces,
  housesLeft,
  slotOffers,
  stored,
} from './parts';

function player(): ArrangedPlayer {
  return {
    money: 5,
    goods: { brick: 1, food: 2, tool: 1, wine: 1, cloth: 1 },
    colonists: ['land roma', 'sea roma'],
    houses: [],
    hand: [...FIRST_HAND],
    discard: [],
    intermediate: null,
  };
}

const DISPLAY = ['architect', 'prefect', 'mercator-5', 'colonist', 'mason', 'farmer', 'smith'];
const LETTERS = { genua: 'A', nicaea: 'A', cosa: 'B', aleria: 'B' };

function start(): Arrangement {
  return {
    options: { map: 'italia', players: 2, edition: 'revised', intermediate_scoring: false },
    cities: { genua: 'brick', nicaea: 'wine', cosa: 'wine', aleria: 'food' },
    turn: 0,
    begun: null,
    praefectus_magnus: 1,
    concordia: null,
    markers: { liguria: 'goods' },
    display: [...DISPLAY],
    players: [player(), player()],
  };
}

const DRAWING = {
  capital: { id: 'roma', d: '' },
  cities: ['roma', 'genua', 'nicaea', 'cosa', 'aleria'].map((id) => ({ id })),
  provinces: [{ id: 'liguria' }],
  lines: [
    { id: 'land cosa~roma', kind: 'land', between: ['cosa', 'roma'] },
    { id: 'land genua~nicaea', kind: 'land', between: ['genua', 'nicaea'] },
    { id: 'sea aleria~roma', kind: 'sea', between: ['aleria', 'roma'] },
  ],
} as unknown as BoardDrawing;

let now = start();
beforeEach(() => (now = start()));

const actions = (tool: Parameters<typeof editsOf>[1]): string[] =>
  editsOf(
    { position: now, drawing: DRAWING, letters: LETTERS, touched: new Set(), seatName: String },
    tool,
  ).map(({ action }) => action);

describe('what the box holds', () => {
  it('counts cards that are neither owned nor for sale', () => {
    const left = cardsLeft(now);
    // Decks I and II have fifteen cards, seven of them are in the display.
    expect([...left.values()].reduce((sum, count) => sum + count)).toBe(8);
    expect(left.get('diplomat-saturnus')).toBe(1);
    expect(left.get('consul')).toBe(1);
    now = addCard(now, 0, 'consul');
    expect(cardsLeft(now).get('consul')).toBe(0);
    expect(bought(now.players[0] as ArrangedPlayer)).toEqual(['consul']);
    expect(cardsLeft(removeCard(now, 0, 'consul')).get('consul')).toBe(1);
  });

  it('counts pieces', () => {
    const one = player();
    expect([stored(one, 'land'), stored(one, 'sea'), freeSpaces(one), housesLeft(one)]).toEqual([
      2, 2, 2, 15,
    ]);
  });

  it('offers a slot what is left and what other slots have', () => {
    const offers = slotOffers(now, 0);
    expect(offers).toContain('consul');
    expect(offers).toContain('smith');
    expect(offers).toContain('diplomat-saturnus-tool');
    expect(offers).not.toContain('diplomat-saturnus-food');
    expect(offers).not.toContain('tribune');
  });
});

describe('what a hand does', () => {
  it('changes no position that was', () => {
    const before = JSON.stringify(now);
    toggleHouse(now, 0, 'cosa');
    putColonist(now, 0, 'land', 'cosa~roma');
    takeColonist(now, 0, 'land roma');
    playCard(now, 0, 'senator');
    fillSlot(now, 0, 'smith');
    turnMarker(now, 'liguria');
    swapToken(now, LETTERS, 'genua', 'wine', new Set());
    expect(JSON.stringify(now)).toBe(before);
  });

  it('puts houses and takes them away', () => {
    now = toggleHouse(now, 1, 'cosa');
    expect(now.players[1]?.houses).toEqual(['cosa']);
    expect(toggleHouse(now, 1, 'cosa').players[1]?.houses).toEqual([]);
  });

  it('plays cards and takes any of them back', () => {
    now = playCard(playCard(now, 0, 'prefect'), 0, 'senator');
    expect(now.players[0]?.discard).toEqual(['prefect', 'senator']);
    expect(now.players[0]?.hand.filter((face) => face === 'prefect')).toHaveLength(1);
    now = takeBack(now, 0, 0);
    expect(now.players[0]?.discard).toEqual(['senator']);
    expect(now.players[0]?.hand.filter((face) => face === 'prefect')).toHaveLength(2);
  });

  it('takes a bought card from the display if no other is left, and another comes there', () => {
    now = addCard(now, 0, 'mason');
    expect(now.players[0]?.hand).toContain('mason');
    expect(now.display).toEqual(DISPLAY.with(4, 'diplomat-saturnus-tool'));
    // Of those that lie face down the display is not touched.
    expect(addCard(now, 0, 'architect').display).toEqual(now.display);
  });

  it('closes the display when nothing is left to come', () => {
    for (const face of cardOffers(now).map(([each]) => each)) {
      while ((cardsLeft(now).get(face) ?? 0) > 0) now = addCard(now, 1, face);
    }
    now = addCard(now, 0, 'prefect');
    expect(now.display).toEqual([...DISPLAY.filter((card) => card !== 'prefect'), null]);
  });

  it('exchanges cards of the display that are not left', () => {
    const [first] = fillSlot(now, 0, 'smith').display;
    expect(first).toBe('smith');
    expect(fillSlot(now, 0, 'smith').display[6]).toBe('architect');
    expect(fillSlot(now, 6, 'architect').display.filter((card) => card === 'architect')).toHaveLength(2);
    expect(fillSlot(now, 6, null).display[6]).toBeNull();
  });

  it('lets the tokens of a letter change places', () => {
    now = swapToken(now, LETTERS, 'genua', 'wine', new Set());
    expect([now.cities['genua'], now.cities['nicaea'], now.cities['cosa']]).toEqual([
      'wine',
      'brick',
      'wine',
    ]);
    // A letter without such a token has none to give.
    expect(swapToken(now, LETTERS, 'genua', 'cloth', new Set())).toBe(now);
  });

  it('takes a token rather from where no hand has been', () => {
    const letters = { genua: 'A', nicaea: 'A', cosa: 'A', aleria: 'A' };
    now = swapToken(now, letters, 'genua', 'wine', new Set(['nicaea']));
    expect([now.cities['nicaea'], now.cities['cosa']]).toEqual(['wine', 'brick']);
  });

  it('counts rounds', () => {
    now = withTurn(now, 4, 1);
    expect([now.turn, roundOf(now), toPlay(now)]).toEqual([7, 4, 1]);
  });
});

describe('where a tool can be used', () => {
  it('has houses anywhere but in the capital', () => {
    expect(actions({ seat: 0, tool: 'house' })).toEqual(
      ['genua', 'nicaea', 'cosa', 'aleria'].map((city) => `house ${city}`),
    );
  });

  it('has no sixteenth house, but those that stand can be taken away', () => {
    const cities = Array.from({ length: 14 }, (_, i) => `city-${String(i)}`);
    now.players[0] = { ...player(), houses: [...cities, 'cosa'] };
    expect(actions({ seat: 0, tool: 'house' })).toEqual(['house cosa']);
  });

  it('has colonists on free lines of their kind, in Roma and in own cities beside such a line', () => {
    now = toggleHouse(toggleHouse(now, 0, 'nicaea'), 0, 'aleria');
    now = putColonist(now, 1, 'land', 'cosa~roma');
    expect(actions({ seat: 0, tool: 'land' })).toEqual([
      'put land roma',
      'put land nicaea',
      'put land genua~nicaea',
      'take land roma',
    ]);
    expect(actions({ seat: 0, tool: 'sea' })).toEqual([
      'put sea roma',
      'put sea aleria',
      'put sea aleria~roma',
      'take sea roma',
    ]);
  });

  it('has no fourth colonist', () => {
    for (let i = 0; i < 2; i++) now = putColonist(now, 0, 'land', 'roma');
    expect(actions({ seat: 0, tool: 'land' })).toEqual(['take land roma']);
  });

  it('has tokens only within their letter', () => {
    expect(actions({ seat: null, tool: 'brick' })).toEqual(['token nicaea']);
    expect(actions({ seat: null, tool: 'marker' })).toEqual(['marker liguria']);
  });
});
