/** What this browser's user prefers; kept in local storage, never sent anywhere. */
export type Theme = 'system' | 'day' | 'night';
export type Speed = 'slow' | 'normal' | 'fast' | 'skip';

export type Settings = {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  name: string;
};

const KEY = 'praefectus.settings';
const DEFAULTS: Settings = { theme: 'system', speed: 'normal', sound: false, name: '' };

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(typeof kept === 'object' ? kept : {}) };
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

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme in force: the choice, or what the system prefers. */
export function themeInForce(): 'day' | 'night' {
  if (settings.theme === 'system') return dark.matches ? 'night' : 'day';
  return settings.theme;
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = themeInForce();
}

dark.addEventListener('change', showTheme);

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, skip: 0 };

/** Milliseconds an animation of `base` ms takes with this user's settings; 0 means none. */
export function pace(base: number): number {
  return still.matches ? 0 : Math.round(base * FACTOR[settings.speed]);
}
