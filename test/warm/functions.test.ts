import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launching } from './launch.ts';
import { comparable, programRequest, shell } from './program-request.ts';

/** What a host may bring along: a function of bash as `export -f` leaves it, one as nobody writes it, and an odd name. */
const ODD = {
  'BASH_FUNC_greet%%': '() {  echo "hi $1"\n}',
  'BASH_FUNC_ls%%': '() { echo   mine;}',
  'npm:odd-name': '1',
};

let launching: Launching;
let before: NodeJS.ProcessEnv;

beforeAll(async () => {
  before = { ...process.env };
  Object.assign(process.env, ODD);
  launching = openLaunching();
  await launching.launchWarm(() => requestOf(shell('exit 0')));
});

afterAll(async () => {
  await launching.close();
  for (const name of Object.keys(ODD)) if (before[name] === undefined) delete process.env[name];
});

const requestOf = (words: readonly string[]): CommandRequest =>
  programRequest(words, '/', { PATH: '/usr/bin:/bin', HOME: '/root', SHLVL: '1', ...ODD });

test.each([
  ['shell', shell('greet you; declare -F; exit 3')],
  ['shell', shell('env | grep -A2 "BASH_FUNC\\|odd"; :')],
  ['shell', shell('ls; echo $?')],
  ['helper', shell('ls')],
  ['helper', shell('greet')],
  ['helper', ['/usr/bin/env']],
] as const)('by a %s: %j', async (way, words) => {
  const request = (): CommandRequest => requestOf(words);
  const launched = await (way === 'shell' ? launching.launchWarm(request) : launching.launch(request()));
  expect(comparable(launched.report, /\b\d{3,7}\b/g)).toEqual(
    comparable(await runCommand(requestOf(words)), /\b\d{3,7}\b/g),
  );
  expect(launched.way).toBe(way);
});
