import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hooks, LifecycleEvent, Outcome } from '../../packages/core/src/model/index.ts';
import { openDescriptors } from '../support/processes.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import type { Row } from './row.ts';
import type { Site } from './unit.ts';
import { makeSite, openHooks, removeSite, stageEvent, survivorsOf } from './unit.ts';

const PLACES = 4;
process.env['HOOKLINE_MAX_PROCESSES'] = String(PLACES);

const EVENTS = process.env['HOOKLINE_FAULTS'] === 'full' ? 10_000 : 300;

/** Where the hooks of all dialects write down when they come and go. */
const LOG = join(tmpdir(), `hookline-crowd-${process.pid}.log`);

/** Refuses every odd event by its number, and writes down when it comes and goes. */
const CROWDED: Row = {
  id: 'crowd',
  section: 'Process',
  fault: 'is wanted by many events at once',
  program: () => ({
    content: `#!/bin/sh
read -r line
rest=\${line#*'"number":'}
number=$((\${rest%%[,\\}]*}))
echo + >> '${LOG}'
sleep 0.05
echo - >> '${LOG}'
[ $((number % 2)) = 0 ] && exit 0
echo "no to $number" >&2
exit 2
`,
  }),
  expected: { is: 'silence' },
  timeoutMs: 600_000,
};

afterAll(() => rmSync(LOG, { force: true }));

describe('[crowd] many events at once', () => {
  let sites: readonly Site[] = [];
  let all: readonly Hooks[] = [];
  let descriptors: ReturnType<typeof openDescriptors>;

  beforeAll(async () => {
    sites = FAULT_DIALECTS.map((dialect) => makeSite(CROWDED, dialect));
    all = await Promise.all(sites.map(openHooks));
    await Promise.all(sites.map((_, index) => fireAs(index, 0)));
    descriptors = openDescriptors();
  });
  afterAll(() => sites.forEach(removeSite));

  const eventAs = (index: number, number: number): LifecycleEvent => {
    const site = sites[index];
    const stage = site?.stages[0];
    if (site === undefined || stage === undefined) throw new Error('no such site');
    return { ...stageEvent(site, stage), number };
  };
  const fireAs = async (index: number, number: number): Promise<Outcome> => {
    const hooks = all[index];
    if (hooks === undefined) throw new Error('no such hooks');
    return hooks.fire(eventAs(index, number));
  };

  test(`${EVENTS} in all dialects: every decision is that of its own event, few processes run at once, nothing is left`, async () => {
    const numbers = Array.from({ length: EVENTS }, (_, number) => number);
    const outcomes = await Promise.all(numbers.map((number) => fireAs(number % all.length, number)));
    expect(outcomes.map(({ decision, block }) => [decision, block?.reason ?? null])).toEqual(
      numbers.map((number) => (number % 2 === 0 ? ['none', null] : ['block', `no to ${number}`])),
    );
    expect(mostAtOnce()).toBeLessThanOrEqual(PLACES);
    await Promise.all(all.map((hooks) => hooks.close()));
    for (const site of sites) expect(await survivorsOf(site)).toEqual([]);
    expect(openDescriptors().files).toEqual(descriptors.files.filter((name) => !name.includes('/record/')));
  }, 600_000);
});

/** Never more than were really there: a hook is counted a little after its start and a little before its end. */
function mostAtOnce(): number {
  let now = 0;
  const signs = readFileSync(LOG, 'utf8').split('\n');
  return Math.max(...signs.map((sign) => (now += sign === '+' ? 1 : sign === '-' ? -1 : 0)));
}

describe('[crowd-fair] sessions beside each other', () => {
  test('kolega: one event of a session is not kept waiting behind hundreds of another', async () => {
    const dialect = FAULT_DIALECTS[0];
    if (dialect === undefined) throw new Error('no dialect');
    const site = makeSite(CROWDED, dialect);
    const hooks = await openHooks(site);
    const [stage] = site.stages;
    if (stage === undefined) throw new Error('no event');
    const ended: string[] = [];
    const fireFor = async (session: string): Promise<void> => {
      await hooks.fire({ ...stageEvent(site, stage), session_id: session, number: 0 });
      ended.push(session);
    };
    const busy = Array.from({ length: 200 }, () => fireFor(`${site.marker}-busy`));
    await Promise.all([...busy, fireFor(`${site.marker}-calm`)]);
    await hooks.close();
    removeSite(site);
    expect(ended.indexOf(`${site.marker}-calm`)).toBeLessThan(100);
  }, 60_000);
});
