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

/** The database that wants to store something. */
export interface StoreOwner {
  /** What is in its mark. A day goes with all its objects, so that two databases must not store them at one place. */
  readonly id: string;
  /** Whether it has stored something before, here or elsewhere. */
  readonly hasStored: boolean;
}

/** Throws where what was found as mark (null: none) is not that of the owner; otherwise says whether it has still to be made. */
export function lacksMark(place: string, found: string | null, { id, hasStored }: StoreOwner): boolean {
  if (found === id) return false;
  if (found !== null)
    throw new Error(`${place} belongs to another database, or to another copy of this one: name an empty one`);
  if (hasStored)
    throw new Error(
      `${place} does not hold what this database has stored elsewhere: copy it there, with the one that is called ${MARK}`,
    );
  return true;
}
