import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launching } from './launch.ts';
import { comparable, programRequest, shell } from './program-request.ts';

const TEXT =
  'pwd; pwd -P; echo "$SHLVL $PWD ${OLDPWD-none}"; export -p | grep -E "PWD|SHLVL"; env | grep -E "PWD|SHLVL"; :';

let launching: Launching;
let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-arrival-')));
  for (const name of ['real', 'other']) mkdirSync(join(folder, name));
  symlinkSync('real', join(folder, 'link'));
  launching = openLaunching();
  await launching.launchWarm(() => requestIn('real'));
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `{folder}` in a value is where everything lies. */
function requestIn(cwd: string, more: Readonly<Record<string, string>> = {}, words = shell(TEXT)): CommandRequest {
  const own = Object.entries(more).map(([name, value]) => [name, value.replace('{folder}', folder)]);
  const env = { PATH: '/usr/bin:/bin', HOME: '/root', LANG: 'C.UTF-8', ...Object.fromEntries(own) };
  return programRequest(words, join(folder, cwd), env);
}

async function expectSame(request: () => CommandRequest, way: string): Promise<void> {
  const launched = await launching.launchWarm(request);
  expect(comparable(launched.report, /\b\d{3,7}\b/g)).toEqual(comparable(await runCommand(request()), /\b\d{3,7}\b/g));
  expect(launched.way).toBe(way);
}

const NAMES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['nothing', {}],
  ['its folder', { PWD: '{folder}/real' }],
  ['a link to it', { PWD: '{folder}/link' }],
  ['another folder', { PWD: '{folder}/other' }],
  ['no folder', { PWD: '{folder}/gone' }],
  ['a relative path', { PWD: 'real' }],
  ['a way round', { PWD: '{folder}/other/../real' }],
  ['a former folder', { PWD: '{folder}/real', OLDPWD: '{folder}/other', SHLVL: '5' }],
  ['a former folder that is gone', { OLDPWD: '{folder}/gone', SHLVL: '1' }],
  ['that no shell is around it', { SHLVL: '0' }],
];

describe.each(NAMES)('in a shell that is told %s', (_what, names) => {
  test('a hook finds itself where it would in a new one', async () => {
    for (const cwd of ['real', 'link', 'other']) await expectSame(() => requestIn(cwd, names), 'shell');
  });

  test.each([[['/usr/bin/env']], [shell('/usr/bin/env')], [shell('exec bash -c "echo $SHLVL; :"; :')]])(
    'so does %j',
    async (words) => {
      for (const cwd of ['real', 'other'])
        await expectSame(() => requestIn(cwd, { SHLVL: '2', ...names }, words), 'shell');
    },
  );
});
