/** The wire's types by their own names; wire.d.ts is generated from the server's OpenAPI (`npm run wire`). */
import type { MapFile } from '../../../scripts/lib/types';
import type { components } from './wire';

type Schemas = components['schemas'];

export type Analysis = Schemas['Analysis'];
export type AnalysedTurn = Schemas['AnalysedTurn'];
export type ArrangedPlayer = Schemas['ArrangedPlayer'];
export type Arrangement = Schemas['Arrangement'];
export type CheckedArrangement = Schemas['CheckedArrangement'];
export type PositionView = Schemas['PositionView'];
export type BotLevel = Schemas['BotLevel'];
export type BotList = Schemas['BotList'];
export type Deleted = Schemas['Deleted'];
export type Done = Schemas['Done'];
export type BoardView = Schemas['BoardView'];
export type CreateTable = Schemas['CreateTable'];
/** What a new table needs to say; the rest has defaults. */
export type NewTable = Pick<CreateTable, 'map' | 'seats'> & Partial<CreateTable>;
export type Question = Schemas['Question'];
export type Effect = Schemas['Effect'];
export type ErrorBody = Schemas['Error'];
export type Explanation = Schemas['ExplanationView'];
export type Frame = Schemas['Frame'];
export type GameView = Schemas['GameView'];
export type Hint = Schemas['Hint'];
export type HintList = Schemas['HintList'];
export type InvitationView = Schemas['InvitationView'];
export type LegalAction = Schemas['LegalAction'];
export type LiveControl = Schemas['LiveControl'];
export type LiveDecide = Schemas['LiveDecide'];
export type LogTurn = Schemas['LogTurn'];
export type MapList = Schemas['MapList'];
export type MapSummary = Schemas['MapSummary'];
export type Network = Schemas['Network'];
export type Outcome = Schemas['OutcomeDocument'];
export type PlayerState = Schemas['PlayerView'];
export type Points = Schemas['Points'];
export type Presence = Schemas['Presence'];
export type Prospects = Schemas['Prospects'];
export type PuzzleList = Schemas['PuzzleList'];
export type PuzzleVerdict = Schemas['PuzzleVerdict'];
/** Map files are as their JSON Schema says, which TypeScript writes differently. */
export type Reference = Omit<Schemas['Reference'], 'maps'> & { maps: MapFile[] };
export type Refused = Schemas['Refused'];
export type Replay = Schemas['Replay'];
export type ReviewedTurn = Schemas['ReviewedTurn'];
export type ReviewProgress = Schemas['ReviewProgress'];
export type JudgedTurn = Schemas['JudgedTurn'];
export type SeatReview = Schemas['SeatReview'];
export type Grade = ReviewedTurn['grade'];
export type RuleOption = Schemas['OptionRef'];
export type SeatChange = Partial<Schemas['ChangeSeat']>;
export type SeatEffect = Schemas['SeatEffect'];
export type SeatRequest = Schemas['SeatRequest'];
export type SeatView = Schemas['SeatView'];
export type SharedGame = Schemas['SharedGame'];
export type SlotPrice = Schemas['SlotPrice'];
export type State = Schemas['StateView'];
/** What a start needs to say; the options have defaults. */
export type StartPosition = Pick<Schemas['StartPosition'], 'map' | 'players'> &
  Partial<Schemas['StartPosition']>;
export type Statistics = Schemas['Statistics'];
export type Step = Schemas['Step'];
export type TableList = Schemas['TableList'];
export type TableSummary = Schemas['TableSummary'];
export type TableUpdate = Schemas['TableUpdate'];
export type TableView = Schemas['TableView'];
export type Thing = Schemas['Thing'];

export type Good = keyof Schemas['Goods'];
export type God = Exclude<keyof Points, 'total'>;
export type Color = SeatView['color'];
export type Phase = Schemas['GameView']['phase'];
export type ColonistKind = keyof Schemas['Colonists'];

export const GOODS: readonly Good[] = ['brick', 'food', 'tool', 'wine', 'cloth'];
export const GODS: readonly God[] = [
  'vesta',
  'jupiter',
  'saturnus',
  'mercurius',
  'mars',
  'minerva',
  'concordia',
];
