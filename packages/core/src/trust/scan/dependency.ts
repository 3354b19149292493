/** A file that a command or a script depends on. */
export interface Dependency {
  readonly path: string;
  /**
   * `steers`: a runner reads it to know what to start; `reads`: as data, by a literal path; `names`: the purpose is
   * unknown.
   */
  readonly how: 'loads' | 'runs' | 'steers' | 'reads' | 'names';
}

/** Code whose files cannot be determined, and why. */
export interface UnknownPart {
  readonly what: string;
  readonly why: string;
}

/** The dependencies of one text. */
export interface TextDependencies {
  readonly dependencies: readonly Dependency[];
  /** Folders, absolute, whose whole content is started or loaded. */
  readonly folders: readonly CodeFolder[];
  readonly unknown: readonly UnknownPart[];
  /** Files that the text writes to, absolute. */
  readonly written: readonly string[];
  /** Folders in which programs that it starts search for modules, or are started. */
  readonly modules: readonly string[];
  /** What else it names: each is told to people, unless it is covered or written. */
  readonly mentioned: readonly Mention[];
}

/** A path of the project, absolute, of which a text does something that is not known. */
export interface Mention {
  readonly path: string;
  /**
   * `exists`: it looks whether something is there; `reads`: it reads a file, whatever else it does with it; `takes`: it
   * may take any file of a folder; `names`: any other use.
   */
  readonly how: 'names' | 'exists' | 'reads' | 'takes';
}

/** A folder of code. */
export interface CodeFolder {
  readonly path: string;
  /** Which of its files count; null: all of them. */
  readonly extensions: RegExp | null;
}

export const NO_DEPENDENCIES: TextDependencies = {
  dependencies: [],
  folders: [],
  unknown: [],
  written: [],
  modules: [],
  mentioned: [],
};

/** Merges several results. */
export const mergedDependencies = (parts: readonly TextDependencies[]): TextDependencies => ({
  dependencies: parts.flatMap(({ dependencies }) => dependencies),
  folders: parts.flatMap(({ folders }) => folders),
  unknown: parts.flatMap(({ unknown }) => unknown),
  written: parts.flatMap(({ written }) => written),
  modules: parts.flatMap(({ modules }) => modules),
  mentioned: parts.flatMap(({ mentioned }) => mentioned),
});

/** Why the files of something are not known; shown to people when they give trust. */
export const WHY = {
  built: 'what it starts is put together while it runs',
  loaded: 'what it loads is put together while it runs',
  runner: 'what it starts is known only to it',
  package: 'a package of node_modules is too large to be covered file by file',
  data: 'data that the definition itself names',
  named: 'it is named, and what becomes of it is not known',
  folder: 'a folder that is named, and what is taken from it is not known',
  exists: 'whether it is there',
  changed: 'it is written as well as read',
  unseen: 'it is too long to be looked through',
} as const;
