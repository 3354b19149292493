import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { isAbsolute, sep } from 'node:path';
import { locate } from '../stress/workshop.ts';
import { type Check, type DoctorPlace, error, info, ok } from './check.ts';

const OLDEST_NODE = 20;

/** Which programs may be started to ask for their versions; `outside`: those that do not lie in the project. */
type MayStart = 'all' | 'outside' | 'nothing';

/** The programs that hooks depend on, each with its version; nothing in an untrusted project is started. */
export async function versionChecks(place: DoctorPlace, hookline: string, may: MayStart): Promise<readonly Check[]> {
  const found = await Promise.all(PROGRAMS.map((program) => programCheck(program, place, may)));
  return [ok('versions', 'hookline', hookline), nodeCheck(process.version), ...found];
}

function nodeCheck(version: string): Check {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major >= OLDEST_NODE) return ok('versions', 'node', version);
  return error('versions', 'node', `${version} is too old`, `install Node.js ${OLDEST_NODE} or newer`);
}

interface WantedProgram {
  readonly name: string;
  readonly for: string;
}

const PROGRAMS: readonly WantedProgram[] = [
  { name: 'bash', for: 'hooks that are written in Bash, and most scripts, need it' },
  { name: 'python3', for: 'python hooks need it' },
  { name: 'jq', for: 'many scripts read their event with it' },
  { name: 'git', for: 'some scripts use it' },
];

async function programCheck({ name, for: need }: WantedProgram, place: DoctorPlace, may: MayStart): Promise<Check> {
  const chosen = name === 'python3' ? (place.env['HOOKLINE_PYTHON'] ?? '') : '';
  const file = locate(chosen === '' ? name : chosen, place.env['PATH']);
  if (file === null && name === 'bash')
    return error('versions', name, `not on PATH; ${need}`, 'install bash, or correct PATH');
  if (file === null) return info('versions', name, `not on PATH; ${need}`);
  if (may === 'nothing') return info('versions', name, `${file}, not asked for its version`);
  if (may === 'outside' && isInside(place.project, file))
    return info('versions', name, `${file}, not started: it lies in the project`);
  const version = await versionOf(file, ['--version'], place);
  return version === null
    ? error('versions', name, `${file} does not print its version`, `try: ${file} --version`)
    : ok('versions', name, `${version} (${file})`);
}

/** Whether a file lies in the project, whatever symlinks lead to it. */
export function isInside(project: string, file: string): boolean {
  try {
    return `${realpathSync(file)}${sep}`.startsWith(`${realpathSync(project)}${sep}`);
  } catch {
    return true; // what is unknown is not started
  }
}

const PATIENCE_MS = 5000;

/** The first number with a dot in the program's output. */
export function versionOf(
  file: string,
  words: readonly string[],
  { env, home, project }: DoctorPlace,
): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { cwd: '/', env: { PATH: outside(env['PATH'] ?? '', project), HOME: home }, timeout: PATIENCE_MS };
    execFile(file, [...words], options, (problem, stdout, stderr) => {
      const found = /\d+\.\d+(?:[\w.]*\w)?/.exec(`${stdout}\n${stderr}`)?.[0] ?? null;
      resolve(problem === null ? found : null);
    }).stdin?.end();
  });
}

/** A program that is a script looks up others: none of them in the project, or in the folder that it is started in. */
const outside = (path: string, project: string): string =>
  path
    .split(':')
    .filter((folder) => isAbsolute(folder) && !isInside(project, folder))
    .join(':');
