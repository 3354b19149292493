// What 50,000 machines cost that only look for their policy: rows with a key and a stream each, and signed conditional requests
// as every machine sends them about once a minute. 833 a second are that many machines.
import { randomUUID } from 'node:crypto';
import { percentile } from '../statistics.mjs';
import { core } from './rig.mjs';
import { bytesOf, openSender } from './sender.mjs';

const [MACHINES, POLLS, AT_ONCE] = [50_000, 20_000, 4];
const PATH = '/v1/policy/metadata/timestamp.json?policy=1.1';

export async function pollOften(rig, say, [{ machine }]) {
  const ids = Array.from({ length: MACHINES }, () => randomUUID());
  await rig.pool.query(
    `with of_org as (select set_config('hookline.org', '0', false)),
          made as (insert into machine (id, org, name, kind, key, version, seen_at, policy_version, policy_stamp)
                   select id::uuid, $2, 'many-' || n, 'laptop', $3, '0', now(), 1, 1 from of_org, unnest($1::text[]) with ordinality as m(id, n) returning id)
     insert into stream (org, machine, epoch, head, begun_after) select $2, id, 1, decode(repeat('0', 32), 'hex'), decode(repeat('0', 32), 'hex') from made`,
    [ids, rig.org, machine.key.x],
  );
  const { headers } = await fetch(`${rig.url}${PATH}`);
  const given = { method: 'GET', path: PATH, body: Buffer.alloc(0), headers: { 'if-none-match': headers.get('etag') } };
  const requests = ids
    .slice(0, POLLS)
    .map((id) => bytesOf(given, rig.url, core.createSigner({ machine: id, key: machine.key })));
  const times = [];
  const before = rig.processorTime();
  const started = performance.now();
  const send = async () => {
    const sender = openSender(rig.url);
    for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
      const begun = performance.now();
      const { status } = await sender.send(next);
      if (status !== 304) throw new Error(`poll: ${status}`);
      times.push(performance.now() - begun);
    }
    sender.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const seconds = (performance.now() - started) / 1000;
  const used = rig.processorTime();
  const share = (who) => `${who} ${(((used[who] - before[who]) * 1e6) / POLLS).toFixed(0)}`;
  say(
    `policy polls of ${MACHINES.toLocaleString('en')} machines, signed, ${AT_ONCE} senders`,
    `${Math.round(POLLS / seconds).toLocaleString('en')} a second (p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms)`,
  );
  say('  processor time of one', `${['gateway', 'postgres'].map(share).join(', ')} µs`);
  for (const path of ['/v1/adoption', '/v1/machines']) {
    const asked = [];
    for (let n = 0; n < 10; n += 1) {
      const begun = performance.now();
      await rig.ask(path);
      asked.push(performance.now() - begun);
    }
    say(`  ${path} with as many`, `p50 ${percentile(asked, 50).toFixed(0)} ms`);
  }
}
