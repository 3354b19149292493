import {
  type AgentTable,
  dialectOfAgent,
  DIALECTS,
  type Diagnostic,
  type Hook,
  isJsonObject,
  type Json,
  type JsonObject,
} from '@hookline/core/internal';
import { extname } from 'node:path';
import { type Conversion, ConversionError, seenLosses } from '../convert/conversion.ts';
import { convertHooks, type ConvertRequest } from '../convert/convert-hooks.ts';
import type { FileChange } from '../files/write-changes.ts';
import type { ConnectionScope } from './connections.ts';
import { formatOf } from './entry-format.ts';
import { type AgentPlace, registrationFile, settingsOf } from './plan-connection.ts';
import type { SettingsText } from './settings-file.ts';

/** Which hooks of an agent's files move, and what they become. */
export interface AdoptRequest extends Pick<ConvertRequest, 'bridge' | 'schemas'> {
  readonly agent: AgentTable;
  readonly scope: ConnectionScope;
  /** Id of a dialect; null: the one in which least is lost. */
  readonly to: string | null;
}

/** Hooks of an agent's files as hooks of the project; nothing is written yet. */
export type AdoptPlan =
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }
  | {
      readonly ok: true;
      /** The agent's files that hold hooks. */
      readonly files: readonly string[];
      readonly conversion: Conversion;
      /** Files of the project. */
      readonly changes: readonly FileChange[];
      /** The agent's files without the hooks that move; none: no hook does. */
      readonly taken: readonly FileChange[];
      /** Hooks that run files of the user's home, which others do not have. */
      readonly tiedToHome: readonly string[];
    };

/**
 * Plans how the hooks in an agent's files become hooks of the project; those that cannot run there stay. These are the
 * files of the scope that are written like the one of `connect`. Throws a ConversionError.
 */
export async function planAdopt(request: AdoptRequest, place: AgentPlace): Promise<AdoptPlan> {
  const { agent, scope } = request;
  const entries = registeredIn(request, place);
  const own = new Map<string, Hook>();
  const takes = (hook: Hook): boolean => {
    const isMeant = hook.scope === scope && extname(hook.file) === extname(entries);
    if (isMeant) own.set(hook.id, hook);
    return isMeant;
  };
  const broken = (await settingsOf(agent, entries)).problems;
  if (broken.length > 0) return { ok: false, problems: broken };
  const conversion = await leastLost(request, dialectOfAgent(agent).id, takes, place);
  const moved = conversion.hooks.filter(({ way }) => way !== 'left out').flatMap(({ id }) => own.get(id) ?? []);
  const files = filesOf([...own.values()]);
  const texts = await Promise.all(files.map((file) => settingsOf(agent, file)));
  const problems = texts.flatMap((each) => each.problems);
  if (problems.length > 0) return { ok: false, problems };
  const moving = texts.filter(({ file }) => filesOf(moved).includes(file));
  const taken = await Promise.all(moving.map((settings) => withoutHooks(agent, settings, moved)));
  return {
    ok: true,
    files,
    conversion,
    changes: conversion.changes.filter(({ path }) => !files.includes(path)),
    taken,
    tiedToHome: moved.filter((hook) => isTiedToHome(hook, place)).map(({ name }) => name),
  };
}

const filesOf = (hooks: readonly Hook[]): readonly string[] => [...new Set(hooks.map(({ file }) => file))].toSorted();

/** The file through which the agent is connected. */
function registeredIn({ agent, scope }: AdoptRequest, place: AgentPlace): string {
  if (agent.protocol !== undefined)
    throw new ConversionError(`${agent.title} has no hook files: there is nothing to adopt`);
  if (formatOf(agent).folder !== undefined)
    throw new ConversionError(
      `each hook of ${agent.title} is a file of its own, which adopt does not move. Copy them with hookline convert --from ${agent.dialect} --to ID, then remove the files that you no longer want`,
    );
  const file = registrationFile(agent, scope, place);
  if (file === null) throw new ConversionError(`${agent.title} has no file of the scope ${scope} on this system`);
  return file;
}

/** A file without the hooks that move; each must be found in it, else it would run twice. */
async function withoutHooks(
  agent: AgentTable,
  { file, text, value }: SettingsText,
  moved: readonly Hook[],
): Promise<FileChange> {
  const written = moved
    .filter((hook) => hook.file === file)
    .map((hook) => ({ hook, handler: value === null ? undefined : writtenAs(hook, value) }));
  const lost = written.find(({ handler }) => handler === undefined)?.hook;
  if (text === null || lost !== undefined)
    throw new ConversionError(`${lost?.name ?? 'a hook'} cannot be taken out of ${file}: nothing was moved`);
  const handlers = new Set(written.map(({ hook, handler }) => keyOf(hook.event, handler)));
  const made = { root: false, hooks: true, lists: Object.keys(dialectOfAgent(agent).events) };
  const isMoved = (handler: JsonObject, event: string): boolean => handlers.has(keyOf(event, handler));
  const rest = await formatOf(agent).withoutEntries(text, isMoved, made);
  return { path: file, before: text, after: rest.text, executable: false };
}

const keyOf = (event: string, handler: Json | undefined): string => JSON.stringify([event, handler]);

/** A hook's entry as it stands in its file: in a group or not, in a list by event or in one of all. */
function writtenAs({ id, event }: Hook, settings: JsonObject): Json | undefined {
  const [, place, index] = /\[(\d+)\](?:\.hooks\[(\d+)\])?(?:#\d+)?$/.exec(id) ?? [];
  const { hooks } = settings;
  const item = at(Array.isArray(hooks) ? hooks : at(hooks, event), Number(place));
  return index === undefined ? item : at(at(item, 'hooks'), Number(index));
}

const at = (value: Json | undefined, step: string | number): Json | undefined =>
  Array.isArray(value) && typeof step === 'number'
    ? (value as readonly Json[])[step]
    : isJsonObject(value)
      ? value[step]
      : undefined;

/** The conversion that is asked for, or the one in which least is lost of what the hooks are seen to use. */
async function leastLost(
  { agent, scope, to, bridge, schemas }: AdoptRequest,
  from: string,
  takes: (hook: Hook) => boolean,
  place: AgentPlace,
): Promise<Conversion> {
  const targets = to === null ? DIALECTS.map(({ id }) => id).filter((id) => id !== agent.dialect) : [to];
  const problems: unknown[] = [];
  const found: Conversion[] = [];
  for (const target of targets) {
    try {
      found.push(
        // oxlint-disable-next-line no-await-in-loop -- each reads the same files; one at a time is kinder to the disk
        await convertHooks(
          {
            from,
            to: target,
            scope,
            into: 'project',
            takes,
            output: null,
            toolNames: 'native',
            bridge,
            ...(schemas === undefined ? {} : { schemas }),
          },
          place,
        ),
      );
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      problems.push(error);
    }
  }
  const [best] = found.toSorted((one, other) => weight(one) - weight(other));
  if (best === undefined) throw problems[0];
  return best;
}

/** A loss that a hook is seen to use outweighs all that are only possible. */
const weight = (conversion: Conversion): number =>
  seenLosses(conversion).length * 1000 + conversion.hooks.reduce((sum, { losses }) => sum + losses.length, 0);

const isTiedToHome = ({ handler }: Hook, { home }: AgentPlace): boolean => {
  const text = JSON.stringify(handler);
  return text.includes(`${home}/`) || /(?:^|[\s"'=:(])~\/|\$\{?HOME\b/.test(text);
};
