import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUNDLE, makePlace } from '../testing/place.ts';

it('log --verify tells how many entries are missing, when each event is a process of its own and none could write', async () => {
  const place = makePlace({
    'home/.config/polytoken/hooks.json': [{ name: 'mine', event: 'stop', handler: { bash: 'exit 0' } }],
  });
  const fire = (): Promise<{ status: number | null }> => place.run(['fire', '--event', 'Stop']);
  await fire();
  // No file may grow beyond what the record has now, as on a disk that is full.
  const { size } = statSync(join(place.home, '.local/state/hookline/record/hookline.jsonl'));
  const blocks = Math.ceil(size / 1024);
  for (let count = 0; count < 3; count += 1) {
    const line = `ulimit -f ${blocks}; exec '${process.execPath}' '${BUNDLE}' fire --event Stop`;
    const { stderr } = spawnSync('bash', ['-c', line], {
      cwd: place.project,
      env: { PATH: process.env['PATH'], HOME: place.home },
      encoding: 'utf8',
    });
    if (count > 0) expect(stderr).toContain('could not be written');
  }
  const before = await place.run(['log', '--verify']);
  expect(before.status).toBe(1);
  expect(before.stdout).toMatch(/hookline\.anchor:1 lost: [456] entries are missing at the end/);
  await fire();
  const { status, stdout } = await place.run(['log', '--verify']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/hookline\.jsonl:\d+ lost: [456] entries are missing here/);
});
