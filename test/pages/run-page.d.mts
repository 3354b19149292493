import type { ShownFile } from './read-page.mjs';

/** A home of its own, the project below it, and hookline on the path (`bin`). */
export function makePlace(name: string): { readonly folder: string; readonly home: string; readonly project: string };
/** Writes a file that a page shows; one with a first line for the system can be run. */
export function writeShownFile(file: Pick<ShownFile, 'path' | 'content'>, folder: string): void;
