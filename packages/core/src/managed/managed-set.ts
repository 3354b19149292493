import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DialectHooks, groupByEvent, type HookEntry } from '../engine/routes.ts';
import { prepareToolRules } from '../engine/rules/tool-rule.ts';
import { hookOfDescription } from '../load/hook-description.ts';
import type { Diagnostic, Hook, PolicyException, PolicyHook } from '../model/index.ts';
import { errorText } from '../process/errno.ts';
import { stateFolder } from '../settings/own-folders.ts';
import { accountHome, type Places, type Settings, settingsOf } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';
import { areUnchanged, type FileStamp, stampAt } from '../trust/stamps/file-stamps.ts';
import { exceptionsIn, readExceptions, suspendedBy } from './exceptions.ts';
import { fetchedFile, fetchedState } from './fetched-state.ts';
import { policyFolders } from './policy-folders.ts';
import { policyName, policySource } from './policy-name.ts';
import { filesFolder, type FoundPolicy, POLICY_FILE, readPolicy, rootProblem, STATE_FILE } from './read-policy.ts';

/** The hooks of all policies on this machine, ahead of all others. */
export interface ManagedSet {
  readonly hooks: readonly DialectHooks[];
  readonly policies: readonly FoundPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why it is not known which hooks a policy has; null when it is. */
  readonly problem: string | null;
  /** Why only these hooks run; null when others may. */
  readonly alone: string | null;
  /** Whether reading again would give the same. */
  readonly isCurrent: () => boolean;
}

const LOOK_EVERY_MS = 1000;

const NO_POLICY: Omit<ManagedSet, 'isCurrent'> = {
  hooks: [],
  policies: [],
  diagnostics: [],
  problem: null,
  alone: null,
};

const stampsOf = (roots: readonly string[]): readonly FileStamp[] =>
  roots
    .flatMap((root) => [join(root, STATE_FILE), exceptionsIn(root), fetchedFile(root)])
    .map((path) => stampAt(path, 'content'));

/** Reads the policies of this machine. Costs a few system calls where there are none. */
export async function readManaged(settings: Settings, now = Date.now()): Promise<ManagedSet> {
  const roots = policyFolders(settings);
  const stamps = stampsOf(roots); // before anything is read
  if (stamps.every(({ itself }) => itself === null)) return { ...NO_POLICY, isCurrent: currency(stamps) };
  const problems: string[] = [];
  const policies = roots.flatMap((root) => {
    try {
      const problem = rootProblem(root);
      if (problem !== null) throw new Error(problem);
      if (fetchedState(root) === 'changed') throw new Error(`${join(root, STATE_FILE)} is not what was fetched`);
      return readPolicy(root, settings.systems) ?? [];
    } catch (error) {
      problems.push(`the policy in ${root} cannot be used: ${errorText(error)}`);
      return [];
    }
  });
  const own = policies.filter((each, index) => policies.findIndex((other) => isSame(other, each)) === index);
  if (own.some(({ policy }) => policy.hooks.some(({ condition }) => condition !== null))) await prepareToolRules();
  const parts = own.map((found) => partOf(found, roots, settings, now));
  const ends = parts.flatMap(({ exceptions }) => exceptions.map(({ until }) => Date.parse(until)));
  const expiries = own.map(({ policy }) => Date.parse(policy.expires)).filter((at) => at > now);
  const only = own.find(({ policy }) => policy.settings.managedOnly);
  return {
    hooks: byDialect(
      parts.flatMap(({ entries }) => entries),
      settings,
    ),
    policies: own,
    diagnostics: [...problems.map(damaged), ...parts.flatMap(({ diagnostics }) => diagnostics)],
    problem: problems[0] ?? null,
    alone: only === undefined ? null : `policy ${nameOf(only)} lets only its own hooks run (managedOnly)`,
    isCurrent: currency(stamps, Math.min(...ends, ...expiries, Number.POSITIVE_INFINITY)),
  };
}

/** The same for who has opened no hooks. */
export const managedOf = (places: Places): Promise<ManagedSet> => readManaged(settingsOf(places));

/** Whether a policy is in force on this machine, or cannot be read. */
export function hasPolicy({ env, home }: Pick<Settings, 'env' | 'home'>): boolean {
  const own = { env, home, platform: process.platform, accountHome: accountHome() ?? home };
  const roots = policyFolders({ ...own, stateFolder: stateFolder(env, home) });
  return roots.some((root) => existsSync(join(root, STATE_FILE)) || existsSync(fetchedFile(root)));
}

/** Looks at the files at most once a second: an event must not pay for a policy that changes once a week. */
function currency(stamps: readonly FileStamp[], until = Number.POSITIVE_INFINITY): () => boolean {
  let lookedAt = monotonicMs();
  let isOver = false;
  return () => {
    if (isOver || monotonicMs() - lookedAt < LOOK_EVERY_MS) return !isOver && Date.now() < until;
    lookedAt = monotonicMs();
    isOver = Date.now() >= until || !areUnchanged(stamps);
    return !isOver;
  };
}

/** The same version may lie in the folder of the system and in that of the user: the first counts. */
const isSame = (one: FoundPolicy, other: FoundPolicy): boolean =>
  one.policy.org === other.policy.org && one.state.folder === other.state.folder;

const nameOf = ({ policy }: FoundPolicy): string => policyName(policy);

interface PolicyPart {
  readonly entries: readonly HookEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly exceptions: readonly PolicyException[];
}

function partOf(found: FoundPolicy, roots: readonly string[], settings: Settings, now: number): PolicyPart {
  const { policy, state } = found;
  const { inForce, problems } = readExceptions(roots, found, now);
  const shadow = new Set([...policy.shadow, ...state.shadow]);
  const entries = policy.hooks.map((written): HookEntry => {
    const exception = inForce.find(({ hooks }) => hooks.includes(written.name));
    const inactiveBecause = exception === undefined ? (state.off[written.name] ?? null) : suspendedBy(exception);
    return {
      hook: managedHook(written, found, settings),
      inactiveBecause,
      ...(shadow.has(written.name) ? { shadow: true } : {}),
    };
  });
  const told = [
    ...problems,
    ...inForce.map((each) => `${each.hooks.join(', ')} of policy ${nameOf(found)}: ${suspendedBy(each)}`),
    ...(Date.parse(policy.expires) > now ? [] : [staleWords(found)]),
  ];
  return { entries, exceptions: inForce, diagnostics: told.map((message) => warningAbout(found, message)) };
}

const staleWords = (found: FoundPolicy): string =>
  `policy ${nameOf(found)} is stale since ${found.policy.expires}: ${
    found.policy.onExpired === 'strict'
      ? 'what its hooks guard is refused until a newer one comes'
      : 'it stays in force'
  }`;

const warningAbout = ({ folder }: FoundPolicy, message: string): Diagnostic => ({
  severity: 'warning',
  file: join(folder, POLICY_FILE),
  line: null,
  column: null,
  message,
  hint: 'see: hookline policy status',
});

const damaged = (message: string): Diagnostic => ({
  severity: 'error',
  file: '',
  line: null,
  column: null,
  message: `${message}; what could be guarded is refused`,
  hint: 'get it again with: hookline policy fetch',
});

/** The hook as it runs here: its texts name the folder of its files, and its environment does too. */
export function managedHook(
  written: PolicyHook,
  found: Pick<FoundPolicy, 'folder' | 'policy'>,
  settings: Pick<Settings, 'systems' | 'accountHome'>,
): Hook {
  const { policy } = found;
  const folder = filesFolder(found.folder, written.name);
  const { files: _files, replaces: _replaces, central, ...description } = written;
  const hook = hookOfDescription(
    { ...description, handler: placed(written.handler, folder) },
    { project: folder, systems: settings.systems },
    {
      id: `${written.dialect}:managed:${policy.org}:${written.name}`,
      scope: 'managed',
      source: policySource(policy),
      file: join(found.folder, POLICY_FILE),
    },
  );
  const { org, version } = policy;
  return {
    ...hook,
    policy: {
      org,
      version,
      folder,
      path: policy.settings.path,
      home: settings.accountHome,
      ...(central === undefined ? {} : { central }),
    },
  };
}

/** What a text of a policy calls the folder of its files; a shell finds it in its environment. */
const FOLDER = '${HOOKLINE_POLICY}';

function placed(handler: PolicyHook['handler'], folder: string): PolicyHook['handler'] {
  const fill = (text: string): string => text.replaceAll(FOLDER, () => folder);
  if (handler.kind === 'module') return { ...handler, path: join(folder, fill(handler.path).replace(folder, '')) };
  if (handler.kind !== 'command' || handler.form === 'shell') return handler;
  if (handler.form === 'words') return { ...handler, line: fill(handler.line) };
  return { ...handler, program: fill(handler.program), args: handler.args.map(fill) };
}

/** One part for each dialect, in the order of the systems; all systems count, whichever the host has chosen. */
function byDialect(entries: readonly HookEntry[], { systems }: Settings): readonly DialectHooks[] {
  return systems.flatMap((dialect) => {
    const own = entries.filter(({ hook }) => hook.dialect === dialect.id);
    return own.length === 0 ? [] : [{ dialect, byEvent: groupByEvent(own, dialect) }];
  });
}
