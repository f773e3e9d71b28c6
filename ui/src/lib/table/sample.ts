/** A position and decisions as the server sends them, for the tests of this folder. */
import type { Question, LegalAction, LogTurn, PlayerState, Points, State } from '$lib/api/types';

export const points = (total: number): Points => ({
  vesta: total,
  jupiter: 0,
  saturnus: 0,
  mercurius: 0,
  mars: 0,
  minerva: 0,
  concordia: 0,
  total,
});

export const player = (some: Partial<PlayerState> = {}): PlayerState => ({
  money: 5,
  goods: { brick: 1, food: 2, tool: 1, wine: 1, cloth: 1 },
  storehouse: { land: 2, sea: 2 },
  colonists: ['land roma', 'sea roma'],
  houses: [],
  cards: ['architect', 'senator', 'tribune'],
  hand: ['architect', 'senator', 'tribune'],
  hand_count: 3,
  discard: [],
  discard_count: 0,
  points: points(7),
  ...some,
});

export const state = (...players: PlayerState[]): State => ({
  turn: 4,
  to_play: 0,
  phase: 'play',
  finished: false,
  praefectus_magnus: 1,
  concordia: null,
  markers: { gallia: 'goods', italia: 'coins' },
  display: ['mason', 'farmer', 'smith', 'colonist', 'prefect', 'architect', 'mercator-5'],
  deck: 9,
  players,
});

export const legal = (text: string, kind: LegalAction['kind'], thing: LegalAction['thing']): LegalAction => ({
  action: 0,
  text,
  kind,
  thing,
  effect: null,
});

export const question = (phase: Question['phase'], ...choices: LegalAction[]): Question => ({
  seat: 0,
  phase,
  movement: null,
  tentative: [],
  redo: [],
  can_undo: false,
  can_redo: false,
  can_end: false,
  legal: choices,
});

export const turn = (some: Partial<LogTurn> = {}): LogTurn => ({
  turn: 1,
  seat: 0,
  card: 'architect',
  steps: [],
  open: false,
  points: [points(7)],
  ...some,
});
