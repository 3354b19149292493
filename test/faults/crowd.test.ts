import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hooks, Outcome } from '../../packages/core/src/internal.ts';
import { openDescriptors } from '../support/processes.ts';
import type { FaultDialect, Stage } from './dialect.ts';
import { factsOf } from './expectation.ts';
import { cellTitle, spotsOf } from './matrix.ts';
import type { Row, Spot } from './row.ts';
import { isFull } from './row.ts';
import { CROWD, CROWD_FAIR_ROW, CROWD_ROW } from './rows/whole.ts';
import type { Site } from './site.ts';
import { makeSite, removeSite } from './site.ts';
import { stageEvent } from './events.ts';
import { openHooks, survivorsOf } from './unit.ts';

const PLACES = 4;
process.env['HOOKLINE_MAX_PROCESSES'] = String(PLACES);

/** Where the hooks of all dialects write down when they come and go; those in the background have places of their own. */
const LOGS = ['waited-for', 'background'].map((lane) => join(tmpdir(), `hookline-crowd-${process.pid}-${lane}.log`));

/** Refuses every odd event by its number, and writes down when it comes and goes. */
const CROWDED: Row = {
  id: 'crowd',
  section: 'Process',
  fault: 'is wanted by many events at once',
  program: ({ stage, dialect }) => ({
    content: `#!/bin/sh
log='${LOGS[stage.waits ? 0 : 1]}'
read -r line
rest=\${line#*'"number":'}
number=$((\${rest%%[,\\}]*}))
echo + >> "$log"
sleep 0.05
echo - >> "$log"
[ $((number % 2)) = 0 ] && exit 0
${refusing(stage, dialect)}
`,
  }),
  expected: { is: 'silence' },
  timeoutMs: 600_000,
};

/** Where stderr is lost beside exit code 2, only an answer tells one refusal from another. */
function refusing({ refusal }: Stage, { exitTwoReason }: FaultDialect): string {
  if (exitTwoReason !== 'default' || refusal === null) return 'echo "no to $number" >&2\nexit 2';
  return `cat <<END\n${JSON.stringify(refusal('no to $number'))}\nEND`;
}

afterAll(() => LOGS.forEach((log) => rmSync(log, { force: true })));

/** One project, or one user, with hooks for all events of a dialect. */
interface Post {
  readonly spot: Spot;
  readonly site: Site;
  readonly hooks: Hooks;
}

const siteKey = ({ dialect, scope }: Spot): string => `${dialect.id} ${scope}`;

async function openPosts(spots: readonly Spot[]): Promise<readonly Post[]> {
  const sites = new Map<string, Promise<Omit<Post, 'spot'>>>();
  const open = async ({ dialect, scope }: Spot): Promise<Omit<Post, 'spot'>> => {
    const site = makeSite(CROWDED, dialect, scope);
    return { site, hooks: await openHooks(site) };
  };
  return Promise.all(
    spots.map(async (spot) => {
      const opened = sites.get(siteKey(spot)) ?? open(spot);
      sites.set(siteKey(spot), opened);
      return { spot, ...(await opened) };
    }),
  );
}

async function closePosts(posts: readonly Post[]): Promise<void> {
  await Promise.all([...new Set(posts.map(({ hooks }) => hooks))].map((hooks) => hooks.close()));
}

const fireAt = ({ site, hooks, spot: { stage } }: Post, number: number): Promise<Outcome> =>
  hooks.fire({ ...stageEvent(site, stage), number }, { wait: !stage.waits });

describe(`[${CROWD_ROW.id}] ${CROWD_ROW.section}: ${CROWD_ROW.fault}`, () => {
  const spots = spotsOf(CROWD_ROW);
  let posts: readonly Post[] = [];
  let outcomes: readonly Outcome[] = [];
  let descriptors: ReturnType<typeof openDescriptors>;

  beforeAll(async () => {
    posts = await openPosts(spots);
    await Promise.all(posts.map((post) => fireAt(post, 0)));
    descriptors = openDescriptors();
    const numbers = Array.from({ length: CROWD }, (_, number) => number);
    outcomes = await Promise.all(
      numbers.map((number) => {
        const post = posts[placeOf(number, posts.length)];
        if (post === undefined) throw new Error('no such post');
        return fireAt(post, number);
      }),
    );
  }, 1_200_000);
  afterAll(() => posts.forEach(({ site }) => removeSite(site)));

  for (const [index, spot] of spots.entries()) {
    test(cellTitle(spot, CROWD_ROW.words(spot)), () => {
      const own = outcomes.map((outcome, number) => ({ outcome, number })).filter(({ number }) => isOf(number, index));
      expect(own.map(({ outcome }) => said(outcome))).toEqual(own.map(({ number }) => expectedOf(spot, number)));
    });
  }
  const isOf = (number: number, index: number): boolean => placeOf(number, spots.length) === index;

  test('few processes run at once, and nothing is left', async () => {
    for (const log of LOGS) expect(mostAtOnce(log)).toBeLessThanOrEqual(PLACES);
    await closePosts(posts);
    for (const { site } of posts) expect(await survivorsOf(site)).toEqual([]);
    expect(openDescriptors().files).toEqual(descriptors.files.filter((name) => !name.includes('/record/')));
  }, 60_000);
});

/** To whom the event of a number goes: two in a row, so that everyone gets even and odd ones. */
const placeOf = (number: number, places: number): number => Math.floor(number / 2) % places;

function said({ decision, block, hooks }: Outcome): readonly unknown[] {
  const [run] = hooks;
  return [
    decision,
    block?.reason ?? /no to \d+$/.exec(run?.fault?.message ?? '')?.[0] ?? null,
    run?.fault?.code ?? null,
  ];
}

/** What the number of an event makes its hook say; an even one says nothing, which some events do not take. */
function expectedOf(spot: Spot, number: number): readonly unknown[] {
  const isEven = number % 2 === 0;
  const { decision, fault, reason } = factsOf(isEven ? { is: 'silence' } : { is: 'refusal', reason: /^/ }, spot);
  const isTold = decision === 'block' || fault !== null;
  if (!isEven) return [decision, isTold ? `no to ${number}` : null, fault];
  return [decision, reason === null ? null : expect.any(String), fault];
}

/** Never more than were really there: a hook is counted a little after its start and a little before its end. */
function mostAtOnce(log: string): number {
  let now = 0;
  const signs = readFileSync(log, 'utf8').split('\n');
  return signs.reduce((most, sign) => Math.max(most, (now += sign === '+' ? 1 : sign === '-' ? -1 : 0)), 0);
}

describe(`[${CROWD_FAIR_ROW.id}] ${CROWD_FAIR_ROW.section}: ${CROWD_FAIR_ROW.fault}`, () => {
  const others = isFull ? 200 : 60;
  for (const spot of spotsOf(CROWD_FAIR_ROW)) {
    test(
      cellTitle(spot, CROWD_FAIR_ROW.words(spot)),
      async () => {
        const site = makeSite(CROWDED, spot.dialect, spot.scope);
        const hooks = await openHooks(site);
        const ended: string[] = [];
        const fireFor = async (session: string): Promise<void> => {
          await hooks.fire({ ...stageEvent(site, spot.stage), session_id: session, number: 0 });
          ended.push(session);
        };
        const busy = Array.from({ length: others }, () => fireFor(`${site.marker}-busy`));
        await Promise.all([...busy, fireFor(`${site.marker}-calm`)]);
        await hooks.close();
        removeSite(site);
        expect(ended.indexOf(`${site.marker}-calm`)).toBeLessThan(others / 2);
      },
      60_000,
    );
  }
});
