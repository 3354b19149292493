import { computed, effect, signal } from '@preact/signals';

const KEY = 'hookline-theme';
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>(THEMES.find((each) => each === localStorage.getItem(KEY)) ?? 'auto');

const ofSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(ofSystem.matches);
ofSystem.addEventListener('change', ({ matches }) => (isSystemDark.value = matches));

/** The colours that the page has now: what is drawn on a canvas is drawn again when they change. */
export const scheme = computed(() => (theme.value === 'auto' ? (isSystemDark.value ? 'dark' : 'light') : theme.value));

export const nextTheme = (): void => {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
};

/** Puts the theme on the page and keeps it. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}
