import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { needs } from '../../../../../test/support/programs.ts';
import { expectGone, processesWith, shellRequest } from '../../../../../test/support/processes.ts';
import { openLaunching } from '../../../../../test/warm/launch.ts';

/** No other process has the same number among its arguments. */
const seconds = (): string => `1000.${process.pid}${Date.now()}`;

const asText = (text: string): ReturnType<typeof shellRequest> =>
  shellRequest(text, { args: ['--norc', '-c', text], timeoutMs: 60_000 });

test.each([
  ['still has its environment', (number: string) => `setsid sleep ${number} &`],
  ['has lost it', (number: string) => `env -i setsid sleep ${number} > /dev/null 2>&1 &`],
])(
  'a hook that runs when the last host closes is ended, with an escaped child that %s',
  needs('setsid'),
  async (_title, escape) => {
    const launching = openLaunching();
    const number = seconds();
    const harmless = await launching.launchWarm(() => asText('exit 0'));
    expect(harmless.way).toBe('shell');
    const running = launching.launch(asText(`${escape(number)} sleep 1000; :`));
    for (let tries = 0; tries < 200 && processesWith(`sleep\0${number}`).length === 0; tries += 1) await wait(25);
    expect(processesWith(`sleep\0${number}`)).toHaveLength(1);
    await launching.close();
    const { way, report } = await running;
    expect([way === 'host', report.ending]).toEqual([false, { how: 'killed', signal: 'SIGKILL' }]);
    await expectGone(`sleep\0${number}`);
  },
);

test('hooks that start after the host has changed its mask have the new one, whoever waits with the old one', async () => {
  const launching = openLaunching();
  const asked = (): ReturnType<typeof shellRequest> => asText('umask; :');
  const before = process.umask(0o022);
  try {
    const { way, report } = await launching.launchWarm(asked);
    expect([way, report.stdout]).toEqual(['shell', '0022\n']);
    process.umask(0o077);
    const changed = await Promise.all([launching.launch(asked()), launching.launch(asked())]);
    expect(changed.map((each) => [each.way, each.report.stdout])).toEqual([
      ['host', '0077\n'],
      ['host', '0077\n'],
    ]);
  } finally {
    process.umask(before);
    await launching.close();
  }
});
