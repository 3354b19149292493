import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHooks, type Hooks, type Outcome } from '../../packages/core/src/internal.ts';
import { trustProject } from '../../packages/core/src/host/project-trust.ts';
import { readTimeline } from '../../packages/core/src/record/read-timeline.ts';
import { processesWith } from '../support/processes.ts';
import type { FaultDialect, HookScope, Stage } from './dialect.ts';
import { watchLag } from './lag.ts';
import { befall, isSeenByWatchers } from './mishaps.ts';
import type { Row } from './row.ts';
import type { Shot } from './shot.ts';
import type { Site } from './site.ts';
import {
  defineAnew,
  definitionFiles,
  hasRun,
  isGuardedFromElsewhere,
  kill,
  makeSite,
  optionsOf,
  removeSite,
} from './site.ts';
import { nextEvent, recordedOf, stageEvent } from './events.ts';

export interface UnitResult {
  readonly shots: ReadonlyMap<Stage, Shot>;
  /** The event after the fault. */
  readonly next: Outcome;
  /** Processes that were still there a while after the outcome. */
  readonly survivors: readonly number[];
  /** By how much the memory of the host grew at the worst moment; null where it was not measured. */
  readonly grewBytes: number | null;
  /** How long it took to load the hooks. */
  readonly openedMs: number;
  /** How many entries there were, and how many of them were armed. */
  readonly armed: { readonly armed: number; readonly entries: number };
  /** How often something was reached that must never be. */
  readonly trespasses: number;
}

/** Runs a row in one dialect and scope: its events at the same time, then one that must still work. */
export async function runUnit(row: Row, dialect: FaultDialect, scope: HookScope): Promise<UnitResult> {
  const surroundings = (await row.surroundings?.(dialect, scope)) ?? null;
  const site = makeSite(row, dialect, scope, surroundings);
  try {
    return await runAt(site);
  } finally {
    removeSite(site);
    await surroundings?.close();
  }
}

async function runAt(site: Site): Promise<UnitResult> {
  const { row, surroundings } = site;
  if (row.trust === 'given') await trustProject(optionsOf(site));
  const startedAt = performance.now();
  const hooks = await openHooks(site);
  const openedMs = performance.now() - startedAt;
  surroundings?.opened?.(hooks);
  const undo = befall(site);
  if (isSeenByWatchers(row.mishap)) await hooks.reload();
  const armed = { armed: hooks.list().filter((hook) => hook.armed).length, entries: hooks.entries };
  const shots = await shootAll(site, hooks);
  undo();
  await recover(site, hooks);
  const next = await hooks.fire(nextEvent(site));
  await hooks.close();
  const trespasses = (surroundings?.trespasses?.() ?? 0) + forgedIn(site);
  return { shots, next, survivors: await survivorsOf(site), grewBytes: null, openedMs, armed, trespasses };
}

/** Does what a person would do where removing the fault itself is not enough. */
async function recover(site: Site, hooks: Hooks): Promise<void> {
  const { row } = site;
  if (isGuardedFromElsewhere(site)) definitionFiles(site).forEach((file) => rmSync(file, { recursive: true }));
  const isRejected = row.oneBadEntry === true || row.claims !== undefined;
  if (isRejected) defineAnew(site);
  if (row.trust === 'none') await trustProject(optionsOf(site));
  const isToBeRead = isGuardedFromElsewhere(site) || isRejected || row.trust === 'none';
  if (isToBeRead || isSeenByWatchers(row.mishap)) await hooks.reload();
}

/** How many decisions the record tells of that a hook made up. */
const forgedIn = ({ row, root }: Site): number =>
  readTimeline(join(root, 'record')).filter(({ session }) => session !== null && session === row.forgedSession).length;

/** Loads the hooks of a site as a host does. */
export const openHooks = (site: Site): Promise<Hooks> => createHooks(optionsOf(site));

async function shootAll(site: Site, hooks: Hooks): Promise<ReadonlyMap<Stage, Shot>> {
  const shots = await Promise.all(
    site.stages.map(async (stage): Promise<[Stage, Shot]> => [stage, await shoot(site, hooks, stage)]),
  );
  return new Map(shots);
}

/** Fires one event and looks up what was recorded about it. */
export async function shoot(site: Site, hooks: Hooks, stage: Stage): Promise<Shot> {
  const event = stageEvent(site, stage);
  const lag = watchLag();
  const startedAt = performance.now();
  const outcome = await hooks.fire(event, { wait: !stage.waits });
  const tookMs = performance.now() - startedAt;
  const lagMs = lag.soFarMs();
  lag.stop();
  return { outcome, tookMs, lagMs, decisions: recordedOf(site, stage), ran: hasRun(site, stage) };
}

/** A killed process needs a moment to go. */
export async function survivorsOf({ marker, stages, row }: Site): Promise<readonly number[]> {
  const mayLeave = row.leavesChildren === true && stages.some((stage) => !stage.waits);
  for (let tries = 0; ; tries += 1) {
    const found = processesWith(marker);
    if (found.length === 0 || tries === 20) return found;
    if (mayLeave) found.forEach(kill);
    await wait(100);
  }
}
