import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HooksOptions, Json } from '../../packages/core/src/internal.ts';
import { processesWith } from '../support/processes.ts';
import type { FaultDialect, HookScope, LaidHook, Stage } from './dialect.ts';
import { otherScope } from './dialect.ts';
import { breakFiles } from './file-faults.ts';
import { stagesOf } from './matrix.ts';
import type { Program, Row, Surroundings } from './row.ts';
import { guarding, PATIENCE_MS } from './row.ts';

/** A project whose hooks of one dialect all have the fault of one row, and one hook that is in order. */
export interface Site {
  readonly row: Row;
  readonly dialect: FaultDialect;
  readonly scope: HookScope;
  readonly stages: readonly Stage[];
  readonly root: string;
  readonly project: string;
  /** The folder in which the events happen. */
  readonly work: string;
  readonly home: string;
  /** Where programs stand that may stand anywhere. */
  readonly bin: string;
  /** Stands in the environment of every process that the site starts. */
  readonly marker: string;
  readonly env: Readonly<Record<string, string>>;
  readonly surroundings: Surroundings | null;
}

/** Hooks find the built command by its name, as they find an installed one. */
const COMMANDS = fileURLToPath(new URL('../../packages/cli/dist', import.meta.url));

let count = 0;

/** Lays all files of a site. */
export function makeSite(
  row: Row,
  dialect: FaultDialect,
  scope: HookScope = 'project',
  surroundings: Surroundings | null = null,
): Site {
  count += 1;
  const marker = `fault-${process.pid}-${count}-x`;
  const root = realpathSync(mkdtempSync(join(tmpdir(), `hookline-${marker}-`)));
  const at = (name: string): string => join(root, name);
  const site: Site = {
    row,
    dialect,
    scope,
    stages: stagesOf(row, dialect, scope),
    root,
    project: at('project'),
    work: at('project/work'),
    home: at('home'),
    // What a project's hooks lead to must stand in the project for trust to be about it.
    bin: row.trust === undefined ? at('bin') : at(`${scope === 'user' ? 'home' : 'project'}/bin`),
    marker,
    env: {
      PATH: `${process.env['PATH'] ?? ''}:${COMMANDS}`,
      HOME: at('home'),
      LANG: 'C.UTF-8',
      PYTHONPATH: at('home/library'),
      HOOKLINE_FAULT: marker,
      ...dialect.environment,
    },
    surroundings,
  };
  for (const folder of [site.work, site.home, site.bin]) mkdirSync(folder, { recursive: true });
  layAll(site);
  return site;
}

/** Ends what still runs and takes all files away. */
export function removeSite({ root, marker }: Site): void {
  for (const pid of processesWith(marker)) kill(pid);
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends a process, if it is still there. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone already
  }
}

/** How a host opens the hooks of a site. */
export const optionsOf = (site: Site): HooksOptions => ({
  project: site.project,
  home: site.home,
  env: site.env,
  dialects: [site.dialect.id],
  trust: site.row.trust === undefined ? 'all' : 'store',
  record: join(site.root, 'record'),
  ...site.surroundings?.options,
});

/** An event, or the part of a second hook on it. */
type NamedStage = Stage & { readonly suffix?: string };

/** The stage as the second hook sees it: the same event, another name. */
export const secondOf = (stage: Stage): NamedStage => ({ ...stage, suffix: '-second' });

export const nameOf = ({ native, suffix = '' }: Pick<Stage, 'native'> & { readonly suffix?: string }): string =>
  `guard-${native.toLowerCase()}${suffix}`;

/** The program of the hook on an event. */
export const pathOf = (site: Site, stage: Parameters<typeof nameOf>[0], scope: HookScope = site.scope): string =>
  site.dialect.programOf === null
    ? join(site.bin, scope === site.scope ? nameOf(stage) : `${nameOf(stage)}-elsewhere`)
    : join(folderOf(site, scope), site.dialect.programOf(nameOf(stage)));

/** The file that defines the hook on an event. */
export const definitionFile = (site: Site, stage: Stage): string =>
  join(folderOf(site, site.scope), site.dialect.fileOf(nameOf(stage)));

/** The files that define the hooks with the fault. */
export const definitionFiles = (site: Site): readonly string[] => [
  ...new Set(site.stages.map((stage) => definitionFile(site, stage))),
];

/** Writes the hook that must still work into the definitions anew, without those that have the fault. */
export function defineAnew(site: Site): void {
  define(site, site.scope, [hookFor(site, site.dialect.next, pathOf(site, site.dialect.next))]);
}

/** Whether guards of the other scope stand behind those with the fault. */
export const isGuardedFromElsewhere = ({ row, scope }: Site): boolean =>
  row.guardedFromElsewhere?.includes(scope) === true;

/** Whether the program with the fault has left its sign. */
export const hasRun = (site: Site, stage: Stage): boolean => existsSync(signOf(site, stage));

/** The file that a program makes as a sign that it ran: where no trust is about it. */
export const signOf = ({ root }: Site, stage: Parameters<typeof nameOf>[0]): string =>
  join(root, `${nameOf(stage)}.ran`);

const folderOf = ({ root, dialect }: Site, scope: HookScope): string => join(root, dialect.folders[scope]);

function layAll(site: Site): void {
  const { row, dialect, scope, stages } = site;
  const isGuarded = isGuardedFromElsewhere(site);
  const laid = stages.flatMap((stage) => [
    layFaulty(site, stage, row.program),
    ...(row.second === undefined ? [] : [layFaulty(site, secondOf(stage), row.second)]),
  ]);
  const next = layGuard(site, dialect.next, inOrder(dialect), isGuarded ? otherScope(scope) : scope);
  const filling = row.oneBadEntry === true ? fillersFor(site, laid.length + 1) : [];
  define(site, scope, isGuarded ? laid : [...laid, next, ...filling]);
  if (isGuarded) {
    const guards = stages.map((stage) =>
      layGuard(site, stage, guarding({ sign: join(site.root, 'elsewhere.ran') }), otherScope(scope)),
    );
    define(site, otherScope(scope), [...guards, next]);
  }
  if (row.fileFault !== undefined) breakFiles(definitionFiles(site), row.fileFault, site.root);
}

function layFaulty(site: Site, stage: NamedStage, program: Row['program']): LaidHook {
  const { dialect, scope, surroundings } = site;
  const path = pathOf(site, stage);
  const library = scope === 'user' ? join(site.home, 'library') : site.project;
  const laid = program({
    dialect,
    stage,
    scope,
    path,
    sign: signOf(site, stage),
    library,
    url: surroundings?.url ?? '',
  });
  layProgram(path, laid);
  return {
    ...hookFor(site, stage, path),
    ...(laid.entry === undefined ? {} : { entry: laid.entry }),
    ...(site.row.claims === undefined ? {} : { claims: site.row.claims }),
  };
}

function layGuard(site: Site, stage: Pick<Stage, 'native'>, guard: Program, scope: HookScope): LaidHook {
  const path = pathOf(site, stage, scope);
  layProgram(path, guard);
  return hookFor(site, stage, path);
}

const hookFor = ({ row }: Site, stage: Parameters<typeof nameOf>[0], path: string): LaidHook => ({
  name: nameOf(stage),
  native: stage.native,
  path,
  timeoutMs: row.timeoutMs ?? PATIENCE_MS,
});

const IN_ORDER: Program = { content: '#!/bin/sh\necho "still at work" >&2\nexit 2\n' };

/** Refuses the next event by its exit code, or in the words of the event where that would say no reason. */
const inOrder = ({ next: { refusal } }: FaultDialect): Program =>
  refusal === undefined ? IN_ORDER : { content: `#!/bin/sh\necho '${JSON.stringify(refusal('still at work'))}'\n` };

/** How many entries there are where one of them is bad. */
export const ENTRIES = 12;

function fillersFor(site: Site, there: number): readonly LaidHook[] {
  const { idle } = site.dialect;
  return Array.from({ length: ENTRIES - there }, (_, index): LaidHook => {
    const name = `filler-${index}`;
    const program = site.dialect.programOf?.(name);
    const path = program === undefined ? join(site.bin, name) : join(folderOf(site, site.scope), program);
    layProgram(path, IN_ORDER);
    const hook = { ...hookFor(site, { native: idle }, path), name };
    return index === 0 ? { ...hook, isBad: true } : hook;
  });
}

function define(site: Site, scope: HookScope, hooks: readonly LaidHook[]): void {
  const files = site.dialect.definitions(hooks, site.row.direct === true);
  for (const [name, content] of Object.entries(files)) lay(join(folderOf(site, scope), name), content);
}

function lay(path: string, content: Json | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

function layProgram(path: string, { content, mode = 0o755, prints, code = {} }: Program): void {
  mkdirSync(dirname(path), { recursive: true });
  for (const [file, text] of Object.entries(code)) lay(file, text);
  if (prints !== undefined) writeFileSync(`${path}.out`, prints);
  if (content === null) return;
  if (typeof content === 'string') writeFileSync(path, content);
  else copyFileSync(content.copyOf, path);
  chmodSync(path, mode);
}
