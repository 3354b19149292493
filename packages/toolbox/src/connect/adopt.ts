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
import { type Conversion, ConversionError, seenLosses } from '../convert/conversion.ts';
import { convertHooks, type ConvertRequest } from '../convert/convert-hooks.ts';
import type { FileChange } from '../files/write-changes.ts';
import type { ConnectionScope } from './connections.ts';
import { formatOf } from './entry-format.ts';
import { type AgentPlace, registrationFile, settingsOf } from './plan-connection.ts';

/** Which hooks of an agent's file move, and what they become. */
export interface AdoptRequest extends Pick<ConvertRequest, 'bridge' | 'schemas'> {
  readonly agent: AgentTable;
  readonly scope: ConnectionScope;
  /** Id of a dialect; null: the one in which least is lost. */
  readonly to: string | null;
}

/** Hooks of an agent's file as hooks of the project; nothing is written yet. */
export type AdoptPlan =
  | { readonly ok: false; readonly problems: readonly Diagnostic[] }
  | {
      readonly ok: true;
      /** The agent's file. */
      readonly file: string;
      readonly conversion: Conversion;
      /** Files of the project. */
      readonly changes: readonly FileChange[];
      /** The agent's file without the hooks that move; null: none does. */
      readonly taken: FileChange | null;
      /** Hooks that run files of the user's home, which others do not have. */
      readonly tiedToHome: readonly string[];
    };

/** Plans how the hooks in an agent's file become hooks of the project; those that cannot run there stay. Throws a ConversionError. */
export async function planAdopt(request: AdoptRequest, place: AgentPlace): Promise<AdoptPlan> {
  const { agent, scope } = request;
  if (agent.protocol !== undefined)
    throw new ConversionError(`${agent.title} has no hook files: there is nothing to adopt`);
  const dialect = dialectOfAgent(agent);
  const file = registrationFile(agent, scope, place);
  if (file === null) throw new ConversionError(`${agent.title} has no file of the scope ${scope} on this system`);
  const settings = await settingsOf(agent, file);
  const { text, value } = settings;
  if (value === null || settings.problems.length > 0) return { ok: false, problems: settings.problems };
  const own = new Map<string, Hook>();
  const takes = (hook: Hook): boolean => {
    const isMeant = hook.file === file;
    if (isMeant) own.set(hook.id, hook);
    return isMeant;
  };
  const conversion = await leastLost(request, dialect.id, takes, place);
  const moved = conversion.hooks.filter(({ way }) => way !== 'left out').flatMap(({ id }) => own.get(id) ?? []);
  const handlers = new Set(moved.map((hook) => keyOf(hook.event, writtenAs(hook, value))));
  const made = { root: false, hooks: true, lists: Object.keys(dialect.events) };
  const isMoved = (handler: JsonObject, event: string): boolean => handlers.has(keyOf(event, handler));
  const rest =
    text === null || moved.length === 0 ? text : (await formatOf(agent).withoutEntries(text, isMoved, made)).text;
  return {
    ok: true,
    file,
    conversion,
    changes: conversion.changes.filter(({ path }) => path !== file),
    taken: rest === text || rest === null ? null : { path: file, before: text, after: rest, executable: false },
    tiedToHome: moved.filter((hook) => isTiedToHome(hook, place)).map(({ name }) => name),
  };
}

const keyOf = (event: string, handler: Json | undefined): string => JSON.stringify([event, handler]);

/** A hook's entry as it stands in its file. */
function writtenAs({ id, event }: Hook, settings: JsonObject): Json | undefined {
  const [, group, index] = /\[(\d+)\]\.hooks\[(\d+)\]$/.exec(id) ?? [];
  const groups = at(settings['hooks'], event);
  return at(at(at(groups, Number(group)), 'hooks'), Number(index));
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
