import { type Environment, isTerminal } from './output.ts';

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof STYLES;

/** Gives a text a style, or leaves it plain. */
export type Paint = (style: Style, text: string) => string;

/** Leaves every text as it is. */
export const plain: Paint = (_style, text) => text;

/** Colours for a terminal that wants them. */
export function paintFor(
  descriptor: 1 | 2,
  env: Environment,
  isShown: (descriptor: 1 | 2) => boolean = isTerminal,
): Paint {
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isUnwanted || !isShown(descriptor) ? plain : coloured;
}

export const coloured: Paint = (style, text) => {
  const [on, off] = STYLES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};

/** How a list is shown; `width` is that of the terminal, null where there is none. */
export interface Shown {
  readonly paint: Paint;
  readonly width: number | null;
}

/** How stdout shows a list. */
export const shownOn = (env: Environment): Shown => ({
  paint: paintFor(1, env),
  width: terminalWidth(env),
});

/** The cells of a line on stdout or stderr; null where no terminal reads it, so that nothing is cut or wrapped. */
export function terminalWidth(
  env: Environment,
  descriptor: 1 | 2 = 1,
  { isShown, told }: TerminalProbe = TERMINAL,
): number | null {
  if (!isShown(descriptor)) return null;
  const width = told(descriptor) ?? 0;
  if (width > 0) return width;
  const wished = Number(env['COLUMNS']);
  return Number.isInteger(wished) && wished > 0 ? wished : null;
}

interface TerminalProbe {
  readonly isShown: (descriptor: 1 | 2) => boolean;
  readonly told: (descriptor: 1 | 2) => number | undefined;
}

const TERMINAL: TerminalProbe = {
  isShown: isTerminal,
  told: (descriptor) => (descriptor === 1 ? process.stdout : process.stderr).columns,
};
