/** What this browser's user prefers; kept in local storage, never sent anywhere. */
import { bestLanguage } from '$lib/i18n';

export type Theme = 'system' | 'day' | 'night';
export type Speed = 'slow' | 'normal' | 'fast' | 'skip';

export type Settings = {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  /** Remarks for somebody who has just learned to play. */
  tips: boolean;
  name: string;
  /** One of LANGUAGES; empty: what the browser prefers. */
  language: string;
};

const KEY = 'praefectus.settings';
const DEFAULTS: Settings = {
  theme: 'system',
  speed: 'normal',
  sound: true,
  tips: false,
  name: '',
  language: '',
};

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    // Another version of the page may have kept something else under a name.
    const sound = Object.entries(DEFAULTS).filter(([name, value]) => typeof kept[name] === typeof value);
    return { ...DEFAULTS, ...Object.fromEntries(sound.map(([name]) => [name, kept[name]])) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  showTheme();
}

/** The language to begin with: what the address asks for, what was chosen, or what the browser prefers. */
export function firstLanguage(): string {
  const asked = new URLSearchParams(location.search).get('locale');
  return asked ?? bestLanguage([settings.language, ...navigator.languages]);
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme in force: the choice, or what the system prefers. */
export function themeInForce(): 'day' | 'night' {
  if (settings.theme === 'system') return dark.matches ? 'night' : 'day';
  return settings.theme;
}

export function showTheme(): void {
  document.documentElement.style.setProperty('--pace', String(FACTOR[settings.speed]));
  document.documentElement.dataset['theme'] = themeInForce();
}

dark.addEventListener('change', showTheme);

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, skip: 0 };

/** Milliseconds an animation of `base` ms takes with this user's settings; 0 means none. */
export function pace(base: number): number {
  return still.matches ? 0 : Math.round(base * FACTOR[settings.speed]);
}
