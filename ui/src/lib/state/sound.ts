/** Sounds made on the spot with WebAudio: no files, no requests, silent unless switched on. */
import { settings } from './settings.svelte';

export type Sound = 'turn' | 'place' | 'card' | 'coin' | 'end' | 'refused';

/** Each sound is a few notes: frequency in Hz, start and length in seconds. */
const NOTES: Record<Sound, { wave: OscillatorType; notes: [number, number, number][] }> = {
  turn: { wave: 'sine', notes: [[523, 0, 0.16], [784, 0.13, 0.3]] }, // prettier-ignore
  place: { wave: 'triangle', notes: [[196, 0, 0.09], [147, 0.03, 0.09]] }, // prettier-ignore
  card: { wave: 'triangle', notes: [[330, 0, 0.06]] },
  coin: { wave: 'sine', notes: [[1319, 0, 0.07], [1760, 0.06, 0.16]] }, // prettier-ignore
  end: { wave: 'sine', notes: [[392, 0, 0.2], [523, 0.18, 0.2], [659, 0.36, 0.2], [784, 0.54, 0.6]] }, // prettier-ignore
  refused: { wave: 'triangle', notes: [[140, 0, 0.12]] },
};

let audio: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const { wave, notes } = NOTES[sound];
  for (const [frequency, start, length] of notes) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = wave;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
