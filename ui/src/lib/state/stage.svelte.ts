/**
 * What the board shows while other players' turns are played out: one step after another, at the user's pace.
 *
 * The truth is always the last update; the stage only runs behind it and can be skipped to it at any moment.
 */
import type { LogTurn, State, Step } from '$lib/api/types';
import { withEffect } from './effects';
import { pace } from './settings.svelte';

export type Scene = { turn: LogTurn; step: Step };

const STEP_MS = 520;
/** Scenes waiting beyond this are shown faster, so that a slow user never falls behind for long. */
const PATIENCE = 14;

export class Stage {
  shown = $state.raw<State | null>(null);
  scene = $state.raw<Scene | null>(null);

  #queue: Scene[] = [];
  #truth: State | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onscene: (scene: Scene) => void;
  #onrest: () => void;

  /** `onrest` is called whenever the truth is shown. */
  constructor(onscene: (scene: Scene) => void = () => {}, onrest: () => void = () => {}) {
    this.#onscene = onscene;
    this.#onrest = onrest;
  }

  get running(): boolean {
    return this.scene !== null;
  }

  /** Takes the new truth; plays `scenes` on the way to it, or jumps there if there are none. */
  advance(truth: State, scenes: Scene[]): void {
    this.#truth = truth;
    if (this.shown === null || pace(STEP_MS) === 0 || (scenes.length === 0 && !this.running)) {
      this.skip();
      return;
    }
    this.#queue.push(...scenes);
    if (!this.running) this.#next();
  }

  /** Shows the truth at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.scene = null;
    this.shown = this.#truth;
    this.#onrest();
  }

  #next(): void {
    const scene = this.#queue.shift();
    if (!scene || !this.shown) {
      this.skip();
      return;
    }
    this.scene = scene;
    this.shown = withEffect(this.shown, scene.step.effect);
    this.#onscene(scene);
    const hurry = this.#queue.length > PATIENCE ? 0.35 : 1;
    const weight = scene.step.kind === 'move' ? 0.2 : 1;
    this.#timer = setTimeout(() => this.#next(), pace(STEP_MS) * hurry * weight);
  }
}
