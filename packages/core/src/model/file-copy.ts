/** One path of a project as it was when hooks were read. */
export type CopiedPlace =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string | null }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  /** `program`: an executable file; `directory`: a folder whose content was not read. */
  | { readonly kind: 'file' | 'program' | 'directory' };

/**
 * The hook files of a project as they were read, by path relative to the project; a path that is not in it did not
 * exist.
 */
export type FileCopy = Readonly<Record<string, CopiedPlace>>;
