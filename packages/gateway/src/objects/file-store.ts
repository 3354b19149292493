import { errorCode, errorText } from '@hookline/core/internal';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isKey, lacksMark, MARK, type ObjectStore, ObjectsAway, type StoreOwner } from './store.ts';

/** A folder of objects, and the mark by which it is known: a folder that is not mounted is empty, too. */
export interface FilePlace {
  readonly folder: string;
  readonly id: string;
}

/** Makes a folder ready, or finds out that it is. Throws when it is that of another database. */
export async function prepareFolder(folder: string, owner: StoreOwner): Promise<FilePlace> {
  const found = await usable(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return markIn(folder);
  });
  if (lacksMark(folder, found, owner))
    await usable(folder, () => writeWhole(join(folder, MARK), Buffer.from(owner.id)));
  return { folder, id: owner.id };
}

async function usable<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = `the folder of objects ${folder} cannot be used: ${errorText(error)}`;
    throw new Error(`${why}; make it, for the account of the gateway`, { cause: error });
  }
}

export function openFileStore({ folder, id }: FilePlace): ObjectStore {
  const fileOf = (key: string): string => {
    if (!isKey(key)) throw new Error(`"${key}" is no key of an object`);
    return join(folder, key);
  };
  const checkMark = async (): Promise<void> => {
    if ((await markIn(folder).catch(() => null)) !== id)
      throw new ObjectsAway(`the folder ${folder} does not have its objects now: is it mounted?`);
  };
  return {
    put: async (key, bytes) => {
      const file = fileOf(key);
      await checkMark();
      await orAway(mkdir(dirname(file), { recursive: true, mode: 0o700 }));
      await orAway(writeWhole(file, bytes));
    },
    get: async (key) => {
      const bytes = await orAway(readFile(fileOf(key)), null);
      if (bytes === null) await checkMark();
      return bytes;
    },
    remove: async (key) => {
      const file = fileOf(key);
      await checkMark();
      await orAway(rm(file, { force: true }));
    },
    list: async function* list(day) {
      await checkMark();
      const names = await orAway(readdir(join(folder, day)), []);
      for (const name of names) if (!name.endsWith(NEW)) yield `${day}/${name}`;
    },
  };
}

/** Whatever keeps a folder from being used means that nothing is known about what is in it; but what is not there is `missing`. */
async function orAway<T, M>(work: Promise<T>, missing?: M): Promise<T | M> {
  try {
    return await work;
  } catch (error) {
    if (missing !== undefined && errorCode(error) === 'ENOENT') return missing;
    throw new ObjectsAway(errorText(error));
  }
}

/** Null: the folder has none. */
async function markIn(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, MARK), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const NEW = '.new';

/** By rename, and synced before and after: it is there whole, or not at all. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(`${file}${NEW}`, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}${NEW}`, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
