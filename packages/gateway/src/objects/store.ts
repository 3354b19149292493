/** Where bodies of chunks can lie instead of in PostgreSQL. Keys are `DAY/NAME`. */
export interface ObjectStore {
  /** When it returns, the bytes are there for good. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null: there is no such object. Throws `ObjectsAway` when that cannot be told. */
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly remove: (key: string) => Promise<void>;
  /** The keys of a day. */
  readonly list: (day: string) => AsyncIterable<string>;
}

/** The store cannot be reached now; nothing is known about what is in it. */
export class ObjectsAway extends Error {}

export const isKey = (text: string): boolean => /^\d{4}-\d\d-\d\d\/[\w-]+$/.test(text);

/** An object that says whose objects these are: what is not mounted, or not there, is empty, too. */
export const MARK = 'hookline-objects';
