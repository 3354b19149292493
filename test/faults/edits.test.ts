import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import type { Hooks } from '../../packages/core/src/internal.ts';
import { trustProject } from '../../packages/core/src/host/project-trust.ts';
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
  expect(await seen(site, hooks, spot)).toBe(UNCHANGED);
  const random = randomFrom(spot.dialect.id.length * 1000 + spot.stage.event.length);
  const files = [
    { file: definitionFile(site, spot.stage), expected: AS_TRUSTED },
    { file: pathOf(site, spot.stage), expected: withheldOn(spot) },
  ] as const;
  const missed: string[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const { file, expected } = files[random(2) === 0 ? 0 : 1];
    const before = readFileSync(file);
    const after = edited(before, random, spot.dialect);
    writeFileSync(file, after);
    const [afresh, live] = [await seenAfresh(site, spot), await seen(site, hooks, spot)];
    if (afresh !== expected) missed.push(`${file}, loaded anew, ${afresh}: ${after.toString()}`);
    if (live !== expected) missed.push(`${file}, ${live}: ${after.toString()}`);
    writeFileSync(file, before);
    const undone = await seen(site, hooks, spot);
    if (undone !== UNCHANGED) missed.push(`${file}, undone: ${undone}`);
  }
  await hooks.close();
  expect(missed).toEqual([]);
});

const UNCHANGED = 'it runs';
const AS_TRUSTED = 'it runs as it was trusted, and the edit is told';

const withheldOn = ({ stage }: Spot): string =>
  stage.event === 'PreToolUse' ? 'it does not run: ask' : 'it does not run: none, with a warning';

/** What comes of the event in a host that is opened now. */
async function seenAfresh(site: Site, spot: Spot): Promise<string> {
  const hooks = await openHooks(site);
  const found = await seen(site, hooks, spot);
  await hooks.close();
  return found;
}

/** What comes of the event, in words. */
async function seen(site: Site, hooks: Hooks, { stage }: Spot): Promise<string> {
  const { decision, diagnostics, messages } = await hooks.fire(stageEvent(site, stage));
  const ran = existsSync(signOf(site, stage));
  rmSync(signOf(site, stage), { force: true });
  if (ran) return diagnostics.some(({ message }) => TOLD.test(message)) ? AS_TRUSTED : UNCHANGED;
  const warned = messages.some(({ level, text }) => level === 'warning' && WITHHELD.test(text));
  return `it does not run: ${decision}${warned ? ', with a warning' : ''}`;
}

const TOLD = /the hooks that were trusted stay in force/;
const WITHHELD = /changed since it was trusted: .+; run hookline trust$/;

type Random = (below: number) => number;

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Another byte in the place of one that means something: white space between the parts of a definition does not. */
function edited(bytes: Buffer, random: Random, { withoutMeaning }: Spot['dialect']): Buffer {
  const idle = withoutMeaning?.exec(bytes.toString('latin1'));
  const from = idle?.index ?? bytes.length;
  const to = from + (idle?.[0].length ?? 0);
  const places = [...bytes.keys()].filter((place) => (bytes[place] ?? 0) > 0x20 && (place < from || place >= to));
  const place = places[random(places.length)] ?? 0;
  const other = Buffer.from(bytes);
  while (other[place] === bytes[place]) other[place] = 0x21 + random(0x7f - 0x21);
  return other;
}
