import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHooks } from '../../packages/core/src/create-hooks.ts';
import type { Hooks, HooksOptions, LifecycleEvent, Outcome } from '../../packages/core/src/model/index.ts';
import { readTimeline } from '../../packages/core/src/read-timeline.ts';
import type { RecordedDecision } from '../../packages/core/src/record/timeline.ts';
import { processesWith } from '../support/processes.ts';
import type { FaultDialect, LaidHook, Stage } from './dialects.ts';
import type { Cell, Program, Row } from './row.ts';
import { PATIENCE_MS } from './row.ts';

/** A project whose hooks of one dialect all have the fault of one row, and one hook that is in order. */
export interface Site {
  readonly row: Row;
  readonly dialect: FaultDialect;
  readonly stages: readonly Stage[];
  readonly root: string;
  readonly project: string;
  /** The folder in which the events happen. */
  readonly work: string;
  readonly home: string;
  /** Stands in the environment of every process that the site starts. */
  readonly marker: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What one event came to. */
export interface Shot {
  readonly outcome: Outcome;
  readonly tookMs: number;
  readonly decisions: readonly RecordedDecision[];
}

export interface UnitResult {
  readonly shots: ReadonlyMap<Stage, Shot>;
  /** The event after the fault. */
  readonly next: Outcome;
  /** Processes that were still there a while after the outcome. */
  readonly survivors: readonly number[];
  /** By how much the memory of the host grew at the worst moment; null where it was not measured. */
  readonly grewBytes: number | null;
}

/** Runs a row in one dialect: its events at the same time, then one that must still work. */
export async function runUnit(row: Row, dialect: FaultDialect): Promise<UnitResult> {
  const site = makeSite(row, dialect);
  try {
    const hooks = await openHooks(site);
    const mend = befall(site);
    const shots = await shootAll(site, hooks);
    mend();
    const next = await hooks.fire(nextEvent(site));
    await hooks.close();
    return { shots, next, survivors: await survivorsOf(site), grewBytes: null };
  } finally {
    removeSite(site);
  }
}

/** The events of a dialect on which a row has a meaning. */
export const stagesOf = (row: Row, dialect: FaultDialect): readonly Stage[] =>
  dialect.stages.filter((stage) => row.skips?.({ dialect, stage }) !== true);

let count = 0;

export function makeSite(row: Row, dialect: FaultDialect): Site {
  count += 1;
  const marker = `fault-${process.pid}-${count}-x`;
  const root = realpathSync(mkdtempSync(join(tmpdir(), `hookline-${marker}-`)));
  const at = (name: string): string => join(root, name);
  const env = { PATH: process.env['PATH'] ?? '', HOME: at('home'), LANG: 'C.UTF-8', HOOKLINE_FAULT: marker };
  const stages = stagesOf(row, dialect);
  const site = {
    row,
    dialect,
    stages,
    root,
    project: at('project'),
    work: at('project/work'),
    home: at('home'),
    marker,
    env,
  };
  for (const folder of [site.work, site.home, at('bin')]) mkdirSync(folder, { recursive: true });
  layHooks(site);
  return site;
}

export function removeSite({ root, marker }: Site): void {
  for (const pid of processesWith(marker)) kill(pid);
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

/** Loads the hooks of a site as a host does. */
export const openHooks = (site: Site): Promise<Hooks> => createHooks(optionsOf(site));

export const optionsOf = (site: Site): HooksOptions => ({
  project: site.project,
  home: site.home,
  env: site.env,
  dialects: [site.dialect.id],
  trust: 'all',
  record: join(site.root, 'record'),
});

export const nameOf = ({ native }: Pick<Stage, 'native'>): string => `guard-${native.toLowerCase()}`;

const timeoutOf = ({ row }: Site): number => row.timeoutMs ?? PATIENCE_MS;

function layHooks(site: Site): void {
  const { dialect, row, root, project } = site;
  const hooks = [...site.stages, dialect.next].map((stage): LaidHook => ({
    name: nameOf(stage),
    native: stage.native,
    path: dialect.pathOf(root, nameOf(stage)),
    timeoutMs: timeoutOf(site),
  }));
  dialect.configure(project, hooks, row.direct === true);
  for (const stage of site.stages)
    layProgram(pathOf(site, stage), row.program({ dialect, stage, path: pathOf(site, stage) }));
  layProgram(pathOf(site, dialect.next), IN_ORDER);
}

const pathOf = ({ dialect, root }: Site, stage: Pick<Cell['stage'], 'native'>): string =>
  dialect.pathOf(root, nameOf(stage));

const IN_ORDER: Program = { content: '#!/bin/sh\necho "still at work" >&2\nexit 2\n' };

function layProgram(path: string, { content, mode = 0o755, prints }: Program): void {
  mkdirSync(dirname(path), { recursive: true });
  if (prints !== undefined) writeFileSync(`${path}.out`, prints);
  if (content === null) return;
  if (typeof content === 'string') writeFileSync(path, content);
  else copyFileSync(content.copyOf, path);
  chmodSync(path, mode);
}

const HELD_MS = 300;

/** Lets happen to the hooks what the row says; the result undoes it. */
function befall(site: Site): () => void {
  const { mishap } = site.row;
  const paths = site.stages.map((stage) => pathOf(site, stage));
  if (mishap === undefined) return () => undefined;
  switch (mishap) {
    case 'deleted':
      paths.forEach((path) => rmSync(path));
      return () => undefined;
    case 'emptied':
      paths.forEach((path) => truncateSync(path));
      return () => undefined;
    case 'cwd gone': {
      const folder = site.dialect.runsIn === 'project' ? site.project : site.work;
      rmSync(folder, { recursive: true });
      return () => mkdirSync(folder, { recursive: true });
    }
    case 'held for writing':
      return hold(paths);
    case 'held for writing for a while': {
      const letGo = hold(paths);
      setTimeout(letGo, HELD_MS);
      return () => undefined;
    }
  }
}

function hold(paths: readonly string[]): () => void {
  const descriptors = paths.map((path) => openSync(path, 'r+'));
  return () => descriptors.forEach((descriptor) => closeSync(descriptor));
}

async function shootAll(site: Site, hooks: Hooks): Promise<ReadonlyMap<Stage, Shot>> {
  const shots = await Promise.all(
    site.stages.map(async (stage): Promise<[Stage, Shot]> => [stage, await shoot(site, hooks, stage)]),
  );
  return new Map(shots);
}

/** Fires one event and looks up what was recorded about it. */
export async function shoot(site: Site, hooks: Hooks, stage: Stage): Promise<Shot> {
  const event = stageEvent(site, stage);
  const startedAt = performance.now();
  const outcome = await hooks.fire(event, { wait: !stage.waits });
  const tookMs = performance.now() - startedAt;
  return { outcome, tookMs, decisions: recordedOf(site, stage) };
}

/** What the record says about the event of a stage. */
export const recordedOf = (site: Site, stage: Stage): readonly RecordedDecision[] =>
  readTimeline(join(site.root, 'record')).filter(({ session }) => session === sessionOf(site, stage));

const sessionOf = ({ marker }: Site, { native }: Pick<Stage, 'native'>): string => `${marker}-${native}`;

/** The event of a stage, with all that the row adds to it. */
export const stageEvent = (site: Site, stage: Stage): LifecycleEvent => ({
  ...eventOf(site, stage, site.work),
  ...site.row.fields,
});

/** The event that must still work after the fault. */
export const nextEvent = (site: Site): LifecycleEvent => eventOf(site, site.dialect.next, site.project);

function eventOf(site: Site, stage: FaultDialect['next'], cwd: string): LifecycleEvent {
  return { hook_event_name: stage.event, session_id: sessionOf(site, stage), cwd, ...stage.fields };
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

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
