/** A file that a page shows; `start` is its line, counted from 0. */
export interface ShownFile {
  readonly start: number;
  readonly path: string;
  readonly content: string;
}
export function filesOf(text: string): readonly ShownFile[];
export function sectionsOf(text: string): readonly { readonly title: string; readonly text: string }[];
export function scriptsOf(text: string): readonly { readonly start: number; readonly script: string }[];
