import { errorCode, errorText } from '@hookline/core/internal';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isKey, MARK, type ObjectStore, ObjectsAway } from './store.ts';

/** A folder of objects, and the mark by which it is known: a folder that is not mounted is empty, too. */
export interface FilePlace {
  readonly folder: string;
  readonly id: string;
}

/** Makes a folder ready, or finds out that it is: `known` is the mark of what the database has stored already. Throws when it is another one. */
export async function prepareFolder(folder: string, known: string | null): Promise<FilePlace> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await markIn(folder);
  if (found === null && known !== null)
    throw new Error(
      `${folder} does not hold what this database has stored elsewhere: copy it there, with the file ${MARK}`,
    );
  if (found !== null && known !== null && found !== known) throw new Error(`${folder} belongs to another database`);
  const id = found ?? randomUUID();
  if (found === null) await writeWhole(join(folder, MARK), Buffer.from(id));
  return { folder, id };
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
      await checkMark();
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeWhole(file, bytes);
    },
    get: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw new ObjectsAway(errorText(error));
        await checkMark();
        return null;
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    list: async function* list(day) {
      const names = await readdir(join(folder, day)).catch(() => []);
      for (const name of names) if (!name.endsWith(NEW)) yield `${day}/${name}`;
    },
  };
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
