import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHooks, type HooksOptions } from '../internal.ts';
import { readTimeline, verifyTimeline } from './read-timeline.ts';
import { reportOfRun } from './recorded-report.ts';

let folder = '';
let record = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-recorder-'));
  record = join(folder, 'state/record');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const envWith = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  HOOKLINE_STATE_DIR: join(folder, 'state'),
  ...more,
});

async function fireOnce(options: HooksOptions): Promise<readonly string[]> {
  const told: string[] = [];
  const hooks = await createHooks({
    project: folder,
    home: folder,
    env: envWith(),
    onRecordFailure: (why) => told.push(why),
    ...options,
  });
  await hooks.fire({ hook_event_name: 'Stop', session_id: 's', cwd: folder });
  await hooks.close();
  return told;
}

test('a host and the environment of a user name the same key', async () => {
  const key = join(folder, 'key');
  writeFileSync(key, 'sixteen bytes, or more\n');
  const env = envWith({ HOOKLINE_RECORD_KEY_FILE: key });
  expect(await fireOnce({ recordKey: 'sixteen bytes, or more' })).toEqual([]);
  expect(await fireOnce({ env })).toEqual([]);
  expect(verifyTimeline(record, env)).toMatchObject({ whole: true, lines: 4 });
  expect(verifyTimeline(record, {})).toMatchObject({ whole: false, findings: [{ kind: 'unchecked' }] });
});

test('a bad key is told, and the record is written without it', async () => {
  const without = 'the record is written without its key: ';
  const missing = join(folder, 'missing');
  expect(await fireOnce({ recordKey: 'short' })).toEqual([
    `${without}recordKey has 5 bytes; expected a key of 16 to 4096 bytes`,
  ]);
  expect(await fireOnce({ env: envWith({ HOOKLINE_RECORD_KEY_FILE: missing }) })).toEqual([
    `${without}HOOKLINE_RECORD_KEY_FILE names ${missing}, which cannot be read (ENOENT)`,
  ]);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await fireOnce({ env: envWith({ HOOKLINE_RECORD_KEY_FILE: pipe }) })).toEqual([
    `${without}HOOKLINE_RECORD_KEY_FILE names ${pipe}, which is not a file; expected one that holds a key`,
  ]);
  expect(verifyTimeline(record, {})).toMatchObject({ whole: true, lines: 6 });
});

test('a record that cannot be written is told once, and costs no decision', async () => {
  writeFileSync(join(folder, 'state'), 'in the way');
  expect(await fireOnce({})).toEqual([expect.stringMatching(/^the record .* could not be written: ENOTDIR/)]);
});

test('how a hook ended that came to no exit code is recorded as data, and read back as it was', async () => {
  mkdirSync(join(folder, '.qoder'));
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: './missing: odd name.sh' }] }] };
  writeFileSync(join(folder, '.qoder/settings.json'), JSON.stringify({ hooks }));
  await fireOnce({});
  const [run] = readTimeline(record)[0]?.hooks ?? [];
  if (run === undefined) throw new Error('no run');
  const why = expect.stringContaining('missing') as string;
  expect(run).toMatchObject({ status: 'failed', exitCode: null, ending: { how: 'not-started', why } });
  expect(reportOfRun(run)?.ending).toEqual(run.ending);
});

test('events of host functions that follow each other at once pile up no callbacks', async () => {
  const hooks = await createHooks({ project: folder, home: folder, env: envWith() });
  hooks.on({ event: 'Stop' }, () => undefined);
  for (let count = 0; count < 500; count += 1)
    await hooks.fire({ hook_event_name: 'Stop', session_id: 's', cwd: folder });
  const waiting = process.getActiveResourcesInfo().filter((name) => name === 'Immediate');
  expect(waiting.length).toBeLessThan(10);
  await hooks.close();
  expect(verifyTimeline(record, {})).toMatchObject({ whole: true, lines: 1_000 });
});
