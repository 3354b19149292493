import {
  configurationFiles,
  type Dialect,
  DIALECTS,
  type Hook,
  type HooksOptions,
  readHooks,
} from '@hookline/core/internal';
import { newFileOf } from '../author/hook-place.ts';
import type { Conversion } from './conversion.ts';
import { ConversionError } from './conversion.ts';
import { convertHook } from './convert-hook.ts';
import { evidenceFor, homeOf, type HookEvidence, readEvidence } from '../evidence/evidence.ts';
import { mergeLosses } from './set-losses.ts';
import type { Pair } from './translate-matcher.ts';
import { type BridgeFiles, changesFor } from './write-target.ts';

/** Where hooks are read, as in the options of `createHooks`. */
export type ConvertPlaces = Pick<HooksOptions, 'home' | 'env' | 'stateDir' | 'plugins'> & { readonly project: string };

export interface ConvertRequest {
  /** Ids of dialects. */
  readonly from: string;
  readonly to: string;
  /** Whose hooks: those of the project, or the user's own. */
  readonly scope: 'user' | 'project';
  /** Whose they become; absent: the same. */
  readonly into?: 'project';
  /** Which of them; absent: all. */
  readonly takes?: (hook: Hook) => boolean;
  /** The project (or the home folder) that is written to; null: the one that is read. */
  readonly output: string | null;
  /**
   * Whether both systems are hosts that use their own names of tools; `given`: one host uses the same names for both.
   */
  readonly toolNames: 'given' | 'native';
  readonly bridge: BridgeFiles;
  /** Where the schemas of new files are; absent: they name none. */
  readonly schemas?: string;
}

/**
 * Plans how hooks of one system are written as another's, hook by hook; writes nothing. Throws a ConversionError when
 * that is impossible.
 */
export async function convertHooks(request: ConvertRequest, places: ConvertPlaces): Promise<Conversion> {
  const { from: id, to, scope, toolNames } = request;
  const pair: Pair = { from: dialectOf(id), to: dialectOf(to), toolNames };
  if (pair.from === pair.to) throw new ConversionError(`both systems are ${id}; name two different ones`);
  const read = await readHooks(id, places);
  if (read.rejected)
    throw new ConversionError(`${pair.from.title} rejects its hook files as a whole; run "hookline validate" first`);
  const own = (scope === 'user' ? read.user : read.project).filter(request.takes ?? (() => true));
  const lands = request.into ?? scope;
  const others = scope === 'user' ? read.project : read.user;
  const evidenceOf = await evidenceIn(pair.from, scope, places);
  const setting = { pair, scope, root: places.project, all: [...read.user, ...read.project], others, evidenceOf };
  const planned = own.map((hook, index) => convertHook(hook, index, setting));
  const changes = await changesFor(planned, {
    ...request,
    pair,
    target: targetFile(request, pair.to, places),
    project: lands === 'project' ? (request.output ?? places.project) : null,
    home: request.output ?? places.home ?? null,
  });
  return {
    from: id,
    to,
    scope,
    hooks: planned.map(({ converted }) => converted),
    losses: scope === 'project' ? mergeLosses(read.switchedOff, pair) : [],
    changes,
    diagnostics: read.diagnostics,
  };
}

/** The evidence of which powers a hook uses; each hook is examined once. */
async function evidenceIn(
  from: Dialect,
  scope: ConvertRequest['scope'],
  places: ConvertPlaces,
): Promise<(hook: Hook) => HookEvidence> {
  const sources = await readEvidence(from.id, scope, places);
  const roots = [places.project, homeOf(places)];
  const known = new Map<string, HookEvidence>();
  return (hook) => {
    const evidence = known.get(hook.id) ?? evidenceFor(hook, from, roots, sources);
    known.set(hook.id, evidence);
    return evidence;
  };
}

/** A dialect by its id. */
function dialectOf(id: string): Dialect {
  const found = DIALECTS.find((dialect) => dialect.id === id);
  if (found === undefined)
    throw new ConversionError(`unknown dialect "${id}"; expected one of ${DIALECTS.map((each) => each.id).join(', ')}`);
  return found;
}

/** Where the target reads such hooks. */
function targetFile({ scope: from, into, output }: ConvertRequest, to: Dialect, places: ConvertPlaces): string {
  const scope = into ?? from;
  const there =
    output === null
      ? places
      : scope === 'project'
        ? { ...places, project: output }
        : { project: output, home: output, env: {} };
  const found = configurationFiles({ ...there, dialects: [to.id] }).find((file) => file.scope === scope);
  if (found === undefined) throw new ConversionError(`${to.title} has no configuration of the ${scope}`);
  return newFileOf(to, found);
}
