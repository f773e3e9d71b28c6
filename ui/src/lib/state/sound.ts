/** Sounds made on the spot with WebAudio: no files, no requests; one click silences them. */
import { settings } from './settings.svelte';

export type Sound =
  'turn' | 'card' | 'step' | 'build' | 'purchase' | 'coin' | 'goods' | 'end' | 'refused' | 'reveal';

/** Frequency in Hz, start and length in seconds. */
type Note = [number, number, number];

/**
 * A family: wood for pieces, bronze for money, a small bell for what wants attention. All notes are of one pentatonic
 * scale, so that sounds which meet in a turn don't quarrel.
 */
const SOUNDS: Record<Sound, { wave: OscillatorType; volume: number; knock?: boolean; notes: Note[] }> = {
  turn: { wave: 'sine', volume: 0.12, notes: [[587, 0, 0.5], [880, 0.14, 0.9]] }, // prettier-ignore
  card: { wave: 'triangle', volume: 0.05, knock: true, notes: [[330, 0, 0.05]] },
  step: { wave: 'triangle', volume: 0.09, knock: true, notes: [[196, 0, 0.08]] },
  build: { wave: 'triangle', volume: 0.12, knock: true, notes: [[147, 0, 0.09], [196, 0.11, 0.09], [294, 0.22, 0.16]] }, // prettier-ignore
  purchase: { wave: 'sine', volume: 0.1, knock: true, notes: [[440, 0, 0.08], [1175, 0.08, 0.12], [1760, 0.15, 0.3]] }, // prettier-ignore
  coin: { wave: 'sine', volume: 0.08, notes: [[1175, 0, 0.08], [1760, 0.06, 0.2]] }, // prettier-ignore
  goods: { wave: 'triangle', volume: 0.09, knock: true, notes: [[220, 0, 0.07], [294, 0.07, 0.12]] }, // prettier-ignore
  end: { wave: 'sine', volume: 0.12, notes: [[294, 0, 0.4], [440, 0.18, 0.4], [587, 0.36, 0.4], [880, 0.54, 1.2]] }, // prettier-ignore
  refused: { wave: 'triangle', volume: 0.1, notes: [[131, 0, 0.14]] },
  reveal: { wave: 'sine', volume: 0.07, notes: [[880, 0, 0.18]] },
};

/** What a decision sounds like; ending a turn sounds like what comes of it. */
const DECISIONS: Record<string, Sound> = {
  play: 'card',
  copy: 'card',
  move: 'step',
  to: 'step',
  settle: 'step',
  colonist: 'step',
  build: 'build',
  purchase: 'purchase',
  sell: 'coin',
  buy: 'coin',
  cash: 'coin',
  income: 'coin',
  produce: 'goods',
  keep: 'goods',
};

/** What calls somebody back who is looking at something else; the rest is for those who see it. */
const CALLS: ReadonlySet<Sound> = new Set(['turn', 'end']);

let audio: AudioContext | undefined;
let crack: AudioBuffer | undefined;

/** The sound of a decision by its first word: `build massilia`. */
export function playDecision(decision: string): void {
  const sound = DECISIONS[decision.split(' ', 1)[0] ?? ''];
  if (sound) play(sound);
}

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  if (document.hidden && !CALLS.has(sound)) return;
  audio ??= new AudioContext();
  // A browser lets a page sound only after somebody has touched it; what came before is not made up for.
  if (audio.state === 'suspended') {
    void audio.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const { wave, volume, knock, notes } = SOUNDS[sound];
  for (const [frequency, start, length] of notes) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    tone.type = wave;
    tone.frequency.value = frequency;
    tone.connect(fading(audio, at, length, volume));
    tone.start(at);
    tone.stop(at + length);
    if (knock) hit(audio, at, frequency, volume);
  }
}

/** A way to the loudspeaker that swells quickly and fades. */
function fading(context: AudioContext, at: number, length: number, volume: number): AudioNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

/** Wood on wood: a very short crack of noise around a frequency. */
function hit(context: AudioContext, at: number, frequency: number, volume: number): void {
  if (!crack) {
    crack = context.createBuffer(1, context.sampleRate * 0.04, context.sampleRate);
    const samples = crack.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  }
  const noise = context.createBufferSource();
  const wood = context.createBiquadFilter();
  noise.buffer = crack;
  wood.type = 'bandpass';
  wood.frequency.value = frequency * 4;
  noise.connect(wood).connect(fading(context, at, 0.04, volume * 1.5));
  noise.start(at);
}
