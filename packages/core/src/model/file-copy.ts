/** One place of a project as it was when hooks were read. */
export type CopiedPlace =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string | null }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  /** `program`: a file that may be run; `directory`: a folder, of which nobody asked what it holds. */
  | { readonly kind: 'file' | 'program' | 'directory' };

/** The hook files of a project as they were read, by path from the project: what is not in it was not there. */
export type FileCopy = Readonly<Record<string, CopiedPlace>>;
