import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import type { Hooks } from '../../packages/core/src/internal.ts';
import { trustProject } from '../../packages/core/src/project-trust.ts';
import type { Row, Spot } from './row.ts';
import { isFull } from './row.ts';
import { EDITS, EDITS_ROW } from './rows/edits.ts';
import type { Site } from './site.ts';
import { definitionFile, makeSite, optionsOf, pathOf, removeSite, signOf } from './site.ts';
import { stageEvent } from './events.ts';
import { describeSpots } from './spots.ts';
import { openHooks } from './unit.ts';

vi.setConfig({ maxConcurrency: 2, testTimeout: isFull ? 1_800_000 : 90_000 });

const GUARD: Row = {
  id: EDITS_ROW.id,
  section: EDITS_ROW.section,
  fault: 'leaves a sign when it runs',
  program: ({ sign }) => ({ content: `#!/bin/sh\n: > '${sign}'\nexit 0\n` }),
  expected: { is: 'silence' },
  trust: 'given',
};

describeSpots(EDITS_ROW, async (spot, { onTestFinished }) => {
  const site = makeSite(GUARD, spot.dialect, spot.scope);
  onTestFinished(() => removeSite(site));
  await trustProject(optionsOf(site));
  const hooks = await openHooks(site);
  expect(await runs(site, hooks, spot)).toBe(true);
  const random = randomFrom(spot.dialect.id.length * 1000 + spot.stage.event.length);
  const files = [definitionFile(site, spot.stage), pathOf(site, spot.stage)];
  const missed: string[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const file = files[random(files.length)] ?? '';
    const before = readFileSync(file);
    const after = edited(before, random);
    writeFileSync(file, after);
    const { ran, isBroken } = await runsAfresh(site, spot);
    if (ran) missed.push(`${file}, loaded anew: ${after.toString()}`);
    // A file that cannot be read any more has not become another: what was trusted stays in force.
    if (!isBroken && (await runs(site, hooks, spot))) missed.push(`${file}: ${after.toString()}`);
    writeFileSync(file, before);
    if (!(await runs(site, hooks, spot))) missed.push(`${file}: undone`);
  }
  await hooks.close();
  expect(missed).toEqual([]);
});

/** Whether the hook runs in a host that is opened now, and whether its definition cannot be read. */
async function runsAfresh(site: Site, spot: Spot): Promise<{ readonly ran: boolean; readonly isBroken: boolean }> {
  const hooks = await openHooks(site);
  const ran = await runs(site, hooks, spot);
  const isBroken = !hooks.list().some(({ name, event }) => event === spot.stage.native && name !== '');
  await hooks.close();
  return { ran, isBroken };
}

async function runs(site: Site, hooks: Hooks, { stage }: Spot): Promise<boolean> {
  await hooks.fire(stageEvent(site, stage));
  const ran = existsSync(signOf(site, stage));
  rmSync(signOf(site, stage), { force: true });
  return ran;
}

type Random = (below: number) => number;

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Another byte in the place of one that is no white space, which means nothing between the parts of a definition. */
function edited(bytes: Buffer, random: Random): Buffer {
  const places = [...bytes.keys()].filter((place) => (bytes[place] ?? 0) > 0x20);
  const place = places[random(places.length)] ?? 0;
  const other = Buffer.from(bytes);
  while (other[place] === bytes[place]) other[place] = 0x21 + random(0x7f - 0x21);
  return other;
}
