import { spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account under which PostgreSQL runs; null: that of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: it then gets the account `postgres`, or one without any rights. */
export function accountForPostgres(): Account | null {
  if (process.geteuid?.() !== 0) return null;
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN),
  );
  return uid !== undefined && gid !== undefined && uid > 0 && gid > 0 ? { uid, gid } : WITHOUT_RIGHTS;
}

const WITHOUT_RIGHTS: Account = { uid: 65_534, gid: 65_534 };

/** Makes the folder of the data, for that account only; throws when the account cannot get there. */
export function makeDataFolder(folder: string, account: Account | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account === null) return;
  chownSync(folder, account.uid, account.gid);
  const closed = closedFolder(dirname(folder));
  if (closed !== null)
    throw new Error(
      `PostgreSQL cannot run as root, and its account cannot reach ${folder}: ${closed} is closed to others; choose another --dir, or run: chmod o+x '${closed}'`,
    );
}

/** The first folder on the way that others may not pass through. */
function closedFolder(folder: string): string | null {
  accessSync(folder, constants.X_OK);
  if ((statSync(folder).mode & 0o001) === 0) return folder;
  return dirname(folder) === folder ? null : closedFolder(dirname(folder));
}
