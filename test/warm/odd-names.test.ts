import { afterEach, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest } from '../../packages/core/src/model/index.ts';
import { openLaunching } from './launch.ts';
import { comparable, programRequest, shell } from './program-request.ts';

const before = { ...process.env };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
});

/** Runs the words in a host with the variables until it is clear who starts them, and once cold. */
async function expectSame(words: readonly string[], variables: Readonly<Record<string, string>>): Promise<string> {
  Object.assign(process.env, variables);
  const request = (): CommandRequest =>
    programRequest(words, '/', { PATH: '/usr/bin:/bin', HOME: '/root', SHLVL: '1', ...variables });
  const launching = openLaunching();
  try {
    const { way, report } = await launching.launchWarm(request);
    expect(comparable(report, /\b\d{3,7}\b/g)).toEqual(comparable(await runCommand(request()), /\b\d{3,7}\b/g));
    return way;
  } finally {
    await launching.close();
  }
}

test.each([[shell('env | grep odd; exit 3')], [shell('/usr/bin/env')], [['/usr/bin/env']]])(
  '%j is given variables of odd names by a shell that waited',
  async (words) => {
    expect(await expectSame(words, { 'npm:odd-name': '1', 'odd.too': '' })).toBe('shell');
  },
);

test('a text that may call a function of the environment gets a new shell: the function was not checked', async () => {
  const functions = { 'BASH_FUNC_greet%%': '() {  trap "echo bye" EXIT; echo "hi $1"\n}' };
  expect(await expectSame(shell('greet you; echo done'), functions)).toBe('helper');
}, 30_000);
