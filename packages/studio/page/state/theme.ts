import { effect, signal } from '@preact/signals';

const KEY = 'hookline-theme';
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>(THEMES.find((each) => each === localStorage.getItem(KEY)) ?? 'auto');

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
