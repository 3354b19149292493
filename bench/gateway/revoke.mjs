// How long it takes until a hook that was revoked decides nowhere: machines that look for their policy as usual, about once a
// minute, each at its own time, in one process.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../statistics.mjs';
import { fleet } from './rig.mjs';

const [MACHINES, LONGEST_MS] = [100, 150_000];

export async function revokeEverywhere(rig, say) {
  const root = readFileSync(join(rig.repository, 'metadata', '1.root.json'), 'utf8');
  const [times, ends] = [[], []];
  let revokedAt = Number.POSITIVE_INFINITY;
  for (let n = 0; n < MACHINES; n += 1) {
    const { stateFolder } = await rig.join();
    mkdirSync(stateFolder, { recursive: true });
    fleet.pinRoot(stateFolder, root);
    fleet.writeSource(stateFolder, `${rig.url}/v1/policy`);
    let isRevoked = false;
    const place = { stateFolder, env: { HOOKLINE_STATE_DIR: stateFolder }, home: stateFolder };
    ends.push(
      fleet.pollPolicy(place, ({ how }) => {
        if (how !== 'updated' || isRevoked || performance.now() < revokedAt) return;
        isRevoked = isInShadow(stateFolder);
        if (isRevoked) times.push((performance.now() - revokedAt) / 1000);
      }),
    );
    await sleep(600 * Math.random()); // machines are not started together
  }
  await sleep(5_000);
  await rig.act('/v1/policy/revoke', { hooks: ['script'], why: 'a measurement' });
  revokedAt = performance.now();
  while (times.length < MACHINES && performance.now() - revokedAt < LONGEST_MS) await sleep(200);
  for (const end of ends) end();
  const said = times.length < MACHINES ? `; ${MACHINES - times.length} have not heard of it` : '';
  say(
    `revoked on ${MACHINES} machines that look once a minute`,
    `p50 ${percentile(times, 50).toFixed(0)} s, p99 ${percentile(times, 99).toFixed(0)} s, last ${Math.max(...times).toFixed(0)} s${said}`,
  );
  await rig.act('/v1/policy/restore', { hooks: ['script'], why: 'a measurement' });
}

const isInShadow = (stateFolder) =>
  JSON.parse(readFileSync(join(stateFolder, 'fleet', 'policy', 'current.json'), 'utf8')).shadow.includes('script');
