import { isTerminal } from './output.ts';

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof STYLES;

/** Gives a text a style, or leaves it plain. */
export type Paint = (style: Style, text: string) => string;

/** Leaves every text as it is. */
export const plain: Paint = (_style, text) => text;

/** Colours for a terminal that wants them. */
export function paintFor(
  descriptor: 1 | 2,
  env: Readonly<Record<string, string | undefined>>,
  isShown: (descriptor: 1 | 2) => boolean = isTerminal,
): Paint {
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isUnwanted || !isShown(descriptor) ? plain : coloured;
}

export const coloured: Paint = (style, text) => {
  const [on, off] = STYLES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};
