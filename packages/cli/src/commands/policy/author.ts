import { isJsonObject, sha256 } from '@hookline/core/internal';
import { approverOf } from '@hookline/fleet';
import {
  draftPolicy,
  initRepository,
  keyOf,
  newKey,
  publishDraft,
  publishedPolicy,
  restamp,
  signDraft,
  statementOf,
} from '@hookline/gateway';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Arguments, isGiven, valueOf, valuesOf } from '../../call/arguments.ts';
import type { OptionRow } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { KEY, neededWord, ONLINE, ROOT_KEY, ROOT_THRESHOLD, SHADOW, STAGE, THRESHOLD } from './options.ts';

export function makeKey(words: readonly string[], given: Arguments): number {
  const file = neededWord(words, 0, 'key FILE');
  const pem = newKey();
  writeFileSync(resolve(file), pem, { mode: 0o600, flag: 'wx' });
  const [id, approver] = [keyOf(pem).key.keyID, approverOf(pem)];
  if (isGiven(given, 'json')) writeJson({ file: resolve(file), id, approver });
  else writeOut(`${oneLine(file)}: key ${id}\nAs an approver of exceptions: ${approver}\n`);
  return 0;
}

export function init(words: readonly string[], given: Arguments): number {
  const folder = neededWord(words, 0, 'init REPOSITORY --root-key FILE … --key FILE … --online-key FILE');
  initRepository(resolve(folder), {
    root: valuesOf(given, ROOT_KEY).map(keyIn),
    rootThreshold: countIn(given, ROOT_THRESHOLD, 2),
    targets: valuesOf(given, KEY).map(keyIn),
    targetsThreshold: countIn(given, THRESHOLD, 2),
    online: onlineKey(given),
  });
  writeOut(`Made ${oneLine(folder)}. Machines pin ${oneLine(join(folder, 'metadata', '1.root.json'))}\n`);
  return 0;
}

export function draft(words: readonly string[]): number {
  const usage = 'draft REPOSITORY POLICY.json';
  const [folder, file] = [neededWord(words, 0, usage), neededWord(words, 1, usage)];
  const files = dirname(resolve(file));
  const text = JSON.stringify(withDigests(JSON.parse(readFileSync(resolve(file), 'utf8')), files));
  writeOut(
    `Version ${draftPolicy(resolve(folder), text, files)} is to be signed: hookline policy sign ${oneLine(folder)} --key FILE\n`,
  );
  return 0;
}

/** A file that a hook only names gets the digest that it has now. */
function withDigests(value: unknown, folder: string): unknown {
  if (!isJsonObject(value) || !Array.isArray(value['hooks'])) return value;
  const filled = (file: unknown): unknown => {
    const named = typeof file === 'string' ? { path: file } : file;
    if (!isJsonObject(named) || 'sha256' in named || typeof named['path'] !== 'string') return named;
    return { ...named, sha256: sha256(readFileSync(join(folder, named['path']))) };
  };
  const hooks = value['hooks'].map((hook: unknown) =>
    isJsonObject(hook) && Array.isArray(hook['files']) ? { ...hook, files: hook['files'].map(filled) } : hook,
  );
  return { ...value, hooks };
}

export function sign(words: readonly string[], given: Arguments): number {
  const folder = neededWord(words, 0, 'sign REPOSITORY --key FILE');
  for (const file of valuesOf(given, KEY)) {
    const { has, needs } = signDraft(resolve(folder), keyIn(file));
    writeOut(`${oneLine(file)} has signed: ${has} of ${needs}\n`);
  }
  return 0;
}

export function publish(words: readonly string[], given: Arguments): number {
  const folder = neededWord(words, 0, 'publish REPOSITORY --online-key FILE');
  publishDraft(resolve(folder), onlineKey(given));
  writeOut('Published. Sign the time stamp anew every day: hookline policy stamp\n');
  return 0;
}

/** Keeps what was said before, unless the call says something else. */
export function stamp(words: readonly string[], given: Arguments): number {
  const folder = neededWord(words, 0, 'stamp REPOSITORY --online-key FILE [--stage N] [--shadow HOOK]');
  const place = resolve(folder);
  const version = publishedPolicy(place)?.version;
  if (version === undefined) throw wrongCall(`${folder} has no policy yet: draft, sign and publish one`);
  const before = statementOf(place);
  const stage = countIn(given, STAGE, (before?.version === version ? before.stage : 0) + 1) - 1;
  restamp(place, onlineKey(given), { version, stage, shadow: valuesOf(given, SHADOW) });
  const shadow = valuesOf(given, SHADOW);
  writeOut(`Version ${version}: stage ${stage + 1}${shadow.length === 0 ? '' : `, in shadow: ${shadow.join(', ')}`}\n`);
  return 0;
}

const keyIn = (file: string): ReturnType<typeof keyOf> => keyOf(readFileSync(resolve(file), 'utf8'));

function onlineKey(given: Arguments): ReturnType<typeof keyOf> {
  const file = valueOf(given, ONLINE);
  if (file === undefined) throw wrongCall('--online-key FILE is needed: the key that signs the time stamp');
  return keyIn(file);
}

function countIn(given: Arguments, option: OptionRow, absent: number): number {
  const written = valueOf(given, option) ?? String(absent);
  if (!/^[1-9][0-9]*$/.test(written)) throw wrongCall(`--${option.name} needs a number from 1 on, not "${written}"`);
  return Number(written);
}
