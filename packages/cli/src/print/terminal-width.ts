import { isTerminal } from './output.ts';
import { type Paint, paintFor } from './paint.ts';

/** How a list is shown; `width` is that of the terminal, null where there is none. */
export interface Shown {
  readonly paint: Paint;
  readonly width: number | null;
}

/** How stdout shows a list. */
export const shownOn = (env: Readonly<Record<string, string | undefined>>): Shown => ({
  paint: paintFor(1, env),
  width: terminalWidth(env),
});

/** The cells of a line on stdout or stderr; null where no terminal reads it, so that nothing is cut or wrapped. */
export function terminalWidth(
  env: Readonly<Record<string, string | undefined>>,
  descriptor: 1 | 2 = 1,
  { isShown, told }: Terminal = TERMINAL,
): number | null {
  if (!isShown(descriptor)) return null;
  const width = told(descriptor) ?? 0;
  if (width > 0) return width;
  const wished = Number(env['COLUMNS']);
  return Number.isInteger(wished) && wished > 0 ? wished : null;
}

interface Terminal {
  readonly isShown: (descriptor: 1 | 2) => boolean;
  readonly told: (descriptor: 1 | 2) => number | undefined;
}

const TERMINAL: Terminal = {
  isShown: isTerminal,
  told: (descriptor) => (descriptor === 1 ? process.stdout : process.stderr).columns,
};
