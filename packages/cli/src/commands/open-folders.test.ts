import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../testing/place.ts';

const HOOK = { 'home/.config/polytoken/hooks.json': [{ name: 'mine', event: 'stop', handler: { bash: 'exit 0' } }] };

async function withRecord(): Promise<{ place: Place; state: string; record: string }> {
  const place = makePlace(HOOK);
  await place.run(['fire', '--event', 'Stop']);
  const state = join(place.home, '.local/state/hookline');
  return { place, state, record: join(state, 'record') };
}

const REMARK = 'other accounts can write to this folder';

describe('a folder of hookline that other accounts can write to', () => {
  it.each(['state', 'record'] as const)('is remarked on by fire and doctor: %s', async (which) => {
    const { place, ...folders } = await withRecord();
    chmodSync(folders[which], 0o777);
    expect((await place.run(['fire', '--event', 'Stop'])).stderr).toContain(`${folders[which]} warning: ${REMARK}`);
    const { status, stdout } = await place.run(['doctor']);
    expect(stdout).toContain(`others can write to ${folders[which]}`);
    expect(status).not.toBe(0);
  });

  it('may be open to the group of the user’s own, and to no other group', async ({ skip }) => {
    const { place, record } = await withRecord();
    chmodSync(record, 0o770);
    expect((await place.run(['fire', '--event', 'Stop'])).stderr).not.toContain(REMARK);
    if (process.getuid?.() !== 0) return skip('only root can give a folder to another group');
    chownSync(record, 0, 4_242);
    chmodSync(record, 0o770);
    expect((await place.run(['fire', '--event', 'Stop'])).stderr).toContain(`${record} warning: ${REMARK}`);
  });
});
