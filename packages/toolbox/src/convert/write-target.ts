import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FileChange } from '../files/write-changes.ts';
import { shellWord } from '../author/hook-place.ts';
import type { BridgedHook } from './bridge.ts';
import { ConversionError } from './conversion.ts';
import type { PlannedConversion } from './convert-hook.ts';
import { runsInBackground } from './convert-hook.ts';
import type { TargetEntry } from './entries.ts';
import { addTargetEntry } from './entries.ts';
import type { Pair } from './translate-matcher.ts';
import { BRIDGE_FILE, commandFor, entryPointText, wrapperText } from './wrapper.ts';

/** The path of the bridge, and the files it needs beside it for some handlers. */
export interface BridgeFiles {
  readonly file: string;
  /** For http handlers. */
  readonly http: string;
  /** A folder, for python and module handlers. */
  readonly assets: string;
}

/** The destination of a conversion. */
export interface Target {
  readonly pair: Pair;
  readonly toolNames: 'given' | 'native';
  readonly bridge: BridgeFiles;
  /** The configuration file, or the folder of hook folders. */
  readonly target: string;
  /** The project that is written to; null for hooks of the user. */
  readonly project: string | null;
  /** The user's home, as far as it is known. */
  readonly home: string | null;
  /** Where the schemas of new files are. */
  readonly schemas?: string;
}

/** The files to be created or changed so that the target runs the hooks. */
export async function changesFor(hooks: readonly PlannedConversion[], target: Target): Promise<readonly FileChange[]> {
  const placed = hooks.filter(({ placements }) => placements.length > 0);
  if (placed.length === 0) return [];
  const isFolders = target.pair.to.shape.kind === 'hook-folders';
  const own = isFolders ? await folderChanges(placed, target) : await fileChanges(placed, target);
  const isBridged = placed.some(({ placements }) => placements.some(({ native }) => native === null));
  return [...(isBridged ? bridgeChanges(placed, target) : []), ...own];
}

const hooksFolder = ({ target, pair }: Target): string =>
  pair.to.shape.kind === 'hook-folders' ? target : join(dirname(target), 'hooks');

/** One configuration file with all entries, and a wrapper for each hook that needs one. */
async function fileChanges(hooks: readonly PlannedConversion[], target: Target): Promise<readonly FileChange[]> {
  const before = existsSync(target.target) ? readFileSync(target.target, 'utf8') : null;
  let text = before;
  const wrappers: FileChange[] = [];
  for (const hook of hooks) {
    const wrapper = join(hooksFolder(target), `${hook.slug}.mjs`);
    if (hook.placements.some(({ native }) => native === null)) wrappers.push(wrapperChange(hook, wrapper, target));
    for (const entry of entriesOf(hook, wrapper, target)) {
      // oxlint-disable-next-line no-await-in-loop -- each entry is added to the text that the one before has left
      const added = await addTargetEntry(text, entry, target.pair.to);
      if (!added.ok) throw new ConversionError(`${target.target} cannot take more hooks: ${added.problem}`);
      ({ text } = added);
    }
  }
  return [...wrappers, ...(text === null || text === before ? [] : [change(target.target, text, before)])];
}

function entriesOf(hook: PlannedConversion, wrapper: string, target: Target): readonly TargetEntry[] {
  const { pair, project } = target;
  // The bridge does not read them: named here, they stay covered by trust when the old configuration is removed.
  const scripts = hook.scripts.map((script) => ` ${shellWord(script)}`).join('');
  const command = `${commandFor(pair.to, wrapper, project)}${scripts}`;
  return hook.placements.flatMap(({ event, matchers, native }) =>
    matchers.map((matcher) => ({
      ...commonOf(hook, target),
      event,
      matcher,
      runs: native === null ? { command } : { entry: native },
    })),
  );
}

const commonOf = (
  hook: PlannedConversion,
  { pair: { from, to }, schemas }: Target,
): Omit<TargetEntry, 'event' | 'matcher' | 'runs'> => ({
  ...(schemas === undefined ? {} : { schemas }),
  name: hook.converted.name,
  description: describe(hook, from.id),
  background: hook.background && runsInBackground(to),
  inOrder: hook.inOrder,
  timeoutMs: hook.timeoutMs,
  failsClosed: hook.failsClosed,
});

const describe = ({ converted }: PlannedConversion, from: string): string =>
  `The ${from} hook ${converted.name.replace(/\s+/g, ' ')} of ${converted.source}, as before.`.slice(0, 1000);

/** A folder for each hook and event. */
async function folderChanges(hooks: readonly PlannedConversion[], target: Target): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const hook of hooks) {
    for (const { event, matchers } of hook.placements) {
      const name = hook.placements.length === 1 ? hook.slug : `${hook.slug}-${event.replaceAll('_', '-')}`;
      const folder = join(target.target, name);
      const [matcher = null] = matchers;
      const entry: TargetEntry = { ...commonOf(hook, target), name, event, matcher, runs: { command: '' } };
      // oxlint-disable-next-line no-await-in-loop -- one after another, as they are listed
      const file = await addTargetEntry(null, entry, target.pair.to);
      if (!file.ok) throw new ConversionError(file.problem);
      changes.push(
        change(join(folder, 'HOOK.md'), file.text),
        change(join(folder, 'scripts/run.sh'), entryPointText('hook.mjs'), null, true),
        wrapperChange(hook, join(folder, 'scripts/hook.mjs'), target),
      );
    }
  }
  return changes;
}

function wrapperChange(hook: PlannedConversion, wrapper: string, target: Target): FileChange {
  if (hook.description === null) throw new ConversionError(`${hook.converted.name} is a function of its host`);
  const from = (folder: string | null): string | null =>
    folder === null ? null : relative(dirname(wrapper), folder).split(sep).join('/');
  const bridged: BridgedHook = {
    host: target.pair.to.id,
    hook: hook.description,
    project: from(target.project),
    home: target.project === null ? from(target.home) : null,
    toolNames: target.toolNames,
  };
  const text = wrapperText(bridged, wrapper, join(hooksFolder(target), BRIDGE_FILE));
  return change(wrapper, text, null, true);
}

/** An existing file is never overwritten. */
function change(path: string, after: string, before: string | null = null, executable = false): FileChange {
  if (before === null && existsSync(path))
    throw new ConversionError(`${path} exists already; remove it, or name another folder with --output`);
  return { path, before, after, executable };
}

/** The bridge itself, and what it needs beside it for handlers that are servers or code. */
function bridgeChanges(hooks: readonly PlannedConversion[], target: Target): readonly FileChange[] {
  const { file, http, assets } = target.bridge;
  const folder = hooksFolder(target);
  const kinds = new Set(hooks.map(({ description }) => description?.handler.kind));
  const runsCode = kinds.has('python') || kinds.has('module');
  const copies = [
    { from: file, to: join(folder, BRIDGE_FILE) },
    ...(kinds.has('http') ? [{ from: http, to: join(folder, basename(http)) }] : []),
    ...(runsCode
      ? filesIn(assets).map((name) => ({ from: join(assets, name), to: join(folder, 'assets', name) }))
      : []),
  ];
  return copies.flatMap(({ from, to }) => copyOf(from, to));
}

function copyOf(from: string, to: string): readonly FileChange[] {
  const text = readFileSync(from, 'utf8');
  const there = existsSync(to) ? readFileSync(to, 'utf8') : null;
  if (there === text) return [];
  // The bridge of an earlier conversion is replaced by this one, which understands the same wrappers; any other file is
  // kept.
  const isOurs = there === null || (OUR_MARK.test(text) && OUR_MARK.test(there));
  if (!isOurs) throw new ConversionError(`${to} exists already; remove it, or name another folder with --output`);
  return [{ path: to, before: there, after: text, executable: false }];
}

const OUR_MARK = /^\/\/ hookline-(?:bridge|http)\.mjs \d/;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).isFile() && !name.includes('__pycache__'),
  );
