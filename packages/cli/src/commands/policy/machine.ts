import { type FoundPolicy, managedOf, stateFolder } from '@hookline/core/internal';
import { fetchPolicy, pinRoot, readSource, writeSource } from '@hookline/fleet';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { refuseDriven } from '../../call/person-only.ts';
import { type HooksPlace, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { neededWord, URL_OPTION } from './options.ts';

const stateOf = ({ env, home }: HooksPlace): string => stateFolder(env, home);

export async function status(_: readonly string[], given: Arguments): Promise<number> {
  const place = placeOf(given);
  const { policies, diagnostics, problem } = await managedOf(place);
  const source = readSource(stateOf(place));
  if (isGiven(given, 'json')) {
    writeJson({ source, policies: policies.map(shownPolicy), diagnostics });
    return problem === null ? 0 : 1;
  }
  for (const { message } of diagnostics) writeErr(`warning: ${oneLine(message)}\n`);
  const lines = policies.length === 0 ? ['No policy is in force here.'] : policies.flatMap(policyLines);
  writeOut(`${lines.join('\n')}\n`);
  return problem === null ? 0 : 1;
}

const shownPolicy = ({ policy: { org, version, expires, hooks }, root, state }: FoundPolicy) => ({
  org,
  version,
  expires,
  folder: root,
  machine: state.machine,
  hooks: hooks.map(({ name, dialect, event }) => ({ name, dialect, event, ...hookState(name, state) })),
});

const hookState = (name: string, { shadow, off }: FoundPolicy['state']) => ({
  state: Object.hasOwn(off, name) ? 'off' : shadow.includes(name) ? 'in shadow' : 'decides',
  why: off[name] ?? null,
});

function policyLines(found: FoundPolicy): readonly string[] {
  const { org, version, expires, folder, hooks } = shownPolicy(found);
  const rows = hooks.map(
    ({ name, dialect, event, state, why }) =>
      `  ${state.padEnd(9)}  ${dialect} ${event}  ${name}${why === null ? '' : `  (${oneLine(why)})`}`,
  );
  return [`${org} v${version}, until ${expires}, from ${folder}`, ...rows];
}

export async function fetchNow(_: readonly string[], given: Arguments): Promise<number> {
  const place = placeOf(given);
  const source = readSource(stateOf(place));
  const url = valueOf(given, URL_OPTION) ?? source?.url;
  if (url === undefined) throw wrongCall('no repository is known here: hookline policy pin ROOT.json --url URL');
  const { env, home } = place;
  const machine = source?.machine ?? '';
  const result = await fetchPolicy({ stateFolder: stateOf(place), url, machine, env, home });
  if (isGiven(given, 'json')) writeJson(result);
  else if (result.how === 'updated') writeOut(`Version ${result.version} is in force.\n`);
  else if (result.how === 'same') writeOut('Nothing has changed.\n');
  else writeErr(`hookline: ${result.how}: ${oneLine(result.why)}; what was in force stays in force\n`);
  return result.how === 'refused' || result.how === 'unreachable' ? 1 : 0;
}

/** Whose signatures count here is decided by a person. */
export function pin(words: readonly string[], given: Arguments): number {
  const place = placeOf(given);
  refuseDriven(place, 'policy pin', isGiven(given, 'unattended'));
  const file = neededWord(words, 0, 'pin ROOT.json --url URL');
  pinRoot(stateOf(place), readFileSync(resolve(file), 'utf8'));
  const url = valueOf(given, URL_OPTION);
  if (url !== undefined) writeSource(stateOf(place), url);
  writeOut(`Pinned ${oneLine(file)}: only what its keys have signed comes into force. Next: hookline policy fetch\n`);
  return 0;
}
