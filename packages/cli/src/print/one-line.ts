import { forTerminal } from '@hookline/core/internal';

/** A text for a line of its own: safe to show, and unable to forge another line. */
export const oneLine = (text: string): string => forTerminal(text).replace(/[\n\t]+/g, ' ');
