import { mayOthersWrite, recordFolder, verifyTimeline } from '@hookline/core/internal';
import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';
import { shellWord, statsOf } from './permissions.ts';

/** The state folder: exists, is the user's own, closed to others, writable. */
export function stateChecks({ env, home }: DoctorPlace): readonly Check[] {
  const folder = dirname(recordFolder(env, home));
  const stats = statsOf(folder);
  if (stats === null) return [info('state', 'folder', `${folder}, not there yet: the first decision creates it`)];
  const name = shellWord(folder);
  if (!stats.isDirectory())
    return [error('state', 'folder', `${folder} is not a folder`, 'move it away, or set HOOKLINE_STATE_DIR')];
  if (stats.uid !== process.getuid?.())
    return [
      error('state', 'folder', `${folder} belongs to another user`, `run: chown ${process.getuid?.() ?? ''} ${name}`),
    ];
  if (mayOthersWrite(folder))
    return [
      error(
        'state',
        'folder',
        `others can write to ${folder}: no trust that is stored there counts`,
        `run: chmod 700 ${name}`,
      ),
    ];
  if (!isWritable(folder))
    return [error('state', 'folder', `${folder} cannot be written: nothing is recorded`, `run: chmod 700 ${name}`)];
  if ((stats.mode & 0o055) !== 0)
    return [warning('state', 'folder', `other users can read ${folder}`, `run: chmod 700 ${name}`)];
  return [ok('state', 'folder', `${folder}, private to you`)];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const MOST_VERIFIED_BYTES = 32 * 1024 * 1024;

/** The record: its size, whether it is intact, and whether it has a key. */
export function recordChecks({ env, home }: DoctorPlace): readonly Check[] {
  const folder = recordFolder(env, home);
  const files = filesIn(folder).filter((name) => name.endsWith('.jsonl'));
  const bytes = files.reduce((sum, name) => sum + (statsOf(join(folder, name))?.size ?? 0), 0);
  const size = `${(bytes / 1024).toFixed(0)} kB in ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return [
    files.length === 0 ? info('record', 'record', 'empty') : ok('record', 'record', size),
    ...(mayOthersWrite(folder)
      ? [
          error(
            'record',
            'folder',
            `others can write to ${folder}: its lines may be forged`,
            `run: chmod 700 ${shellWord(folder)}`,
          ),
        ]
      : []),
    ...keyChecks(env),
    ...(files.length === 0 ? [] : [wholeCheck(folder, bytes, env)]),
  ];
}

function wholeCheck(folder: string, bytes: number, env: DoctorPlace['env']): Check {
  if (bytes > MOST_VERIFIED_BYTES)
    return info('record', 'chain', 'not checked here, it is large: hookline log --verify');
  try {
    const { whole, lines, findings } = verifyTimeline(folder, env);
    if (whole) return ok('record', 'chain', `${lines} lines, nothing was edited, removed or moved`);
    return error(
      'record',
      'chain',
      `${findings.length} findings in ${lines} lines`,
      'look at them: hookline log --verify',
    );
  } catch (problem) {
    return error('record', 'chain', problem instanceof Error ? problem.message : String(problem), KEY_HINT);
  }
}

const KEY_HINT = 'correct HOOKLINE_RECORD_KEY_FILE, or unset it';

function keyChecks(env: DoctorPlace['env']): readonly Check[] {
  const file = env['HOOKLINE_RECORD_KEY_FILE'] ?? '';
  if (file === '') return [info('record', 'key', 'none: anyone who can write the record can forge it')];
  const stats = statsOf(file);
  if (stats === null) return [error('record', 'key', `${file} cannot be found`, KEY_HINT)];
  return (stats.mode & 0o077) === 0
    ? [ok('record', 'key', file)]
    : [warning('record', 'key', `others can read ${file}`, `run: chmod 600 ${shellWord(file)}`)];
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const LEAST_BYTES = 64 * 1024 * 1024;
const EARLIEST = Date.UTC(2025, 0, 1);
const TOLERANCE_MS = 120_000;

/** Free space on the relevant disks, and a plausible clock. */
export function machineChecks(place: DoctorPlace, now: number): readonly Check[] {
  const state = dirname(recordFolder(place.env, place.home));
  const folders = [...new Set([nearest(state), tmpdir()])];
  return [...folders.map(roomCheck), clockCheck(place, now)];
}

const nearest = (folder: string): string =>
  statsOf(folder) === null && dirname(folder) !== folder ? nearest(dirname(folder)) : folder;

function roomCheck(folder: string): Check {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    const text = `${Math.round((bavail * bsize) / 1024 / 1024)} MB free at ${folder}`;
    const isFull = bavail * bsize < LEAST_BYTES || (files > 0 && ffree < 100);
    return isFull
      ? error('machine', 'disk', text, 'make room: guards and the record need some')
      : ok('machine', 'disk', text);
  } catch (problem) {
    return info('machine', 'disk', `${folder} cannot be checked (${String(problem)})`);
  }
}

function clockCheck({ env, home }: DoctorPlace, now: number): Check {
  const time = new Date(now).toISOString();
  if (now < EARLIEST) return error('machine', 'clock', `it says ${time}, which is long ago`, 'set the clock');
  const folder = recordFolder(env, home);
  const newest = Math.max(0, ...filesIn(folder).map((name) => statSync(join(folder, name)).mtimeMs));
  if (newest <= now + TOLERANCE_MS) return ok('machine', 'clock', time);
  const later = new Date(newest).toISOString();
  return warning('machine', 'clock', `it says ${time}, but the record was written at ${later}`, 'set the clock');
}
