import {
  findProcess,
  isJsonObject,
  managedOf,
  parseException,
  type PolicyException,
  stateFolder,
} from '@hookline/core/internal';
import type { Machine } from '@hookline/fleet';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountName } from '../call/account-name.ts';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { WrongCall, wrongCall } from '../call/wrong-call.ts';
import { isTerminal, writeErr, writeJson, writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';

const REASON = {
  name: 'reason',
  value: 'TEXT',
  about: 'Why; it is in the record and in every decision.',
} satisfies OptionRow;
const MINUTES = { name: 'minutes', value: 'N', about: 'For how long; 60 by default.' } satisfies OptionRow;
const OFFLINE = {
  name: 'offline',
  about: 'Without a second person, where the policy allows that: at a terminal only.',
} satisfies OptionRow;
const APPROVE = {
  name: 'approve',
  value: 'FILE',
  completes: 'files',
  about: 'Sign what somebody has asked for, as an approver.',
} satisfies OptionRow;
const KEY = { name: 'key', value: 'FILE', completes: 'files', about: 'The key of the approver.' } satisfies OptionRow;
const TAKE = {
  name: 'take',
  value: 'FILE',
  completes: 'files',
  about: 'Bring an approved exception into force.',
} satisfies OptionRow;

const WAIT = {
  name: 'wait',
  value: 'SECONDS',
  about: 'Through a gateway: wait so long for the answer, and bring it into force.',
} satisfies OptionRow;

export const BREAK_GLASS: Command = {
  name: 'break-glass',
  about: 'Suspend a hook of the policy for a while: asked, and approved by a second person.',
  words: { usage: '[HOOK]', min: 0, max: 1, completes: [] },
  options: [REASON, MINUTES, WAIT, OFFLINE, APPROVE, KEY, TAKE, OPTIONS.home, ...LAST],
  examples: [
    { does: 'ask for an hour without a hook', line: 'hookline break-glass no-prod --reason ticket-4711' },
    {
      does: 'approve it, as a second person',
      line: 'hookline break-glass --approve ask.json --key ann.pem >approved.json',
    },
    { does: 'bring it into force', line: 'hookline break-glass --take approved.json' },
    {
      does: 'without a second person, where the policy allows it',
      line: 'hookline break-glass no-prod --reason down --offline --minutes 15',
    },
  ],
  exits: { 0: 'done', 1: 'the policy does not allow it, or it could not be recorded' },
  run: breakGlass,
};

async function breakGlass(given: Arguments): Promise<number> {
  try {
    const [approve, take] = [valueOf(given, APPROVE), valueOf(given, TAKE)];
    if (approve !== undefined) return await approveFile(approve, given);
    if (take !== undefined) return await takeFile(take, given);
    return await ask(given);
  } catch (error) {
    throw error instanceof Error && !(error instanceof WrongCall) ? wrongCall(error.message) : error;
  }
}

/** Prints what is asked for, to be approved; or, without a second person, brings it into force. */
async function ask(given: Arguments): Promise<number> {
  const { askException, joinedBefore, sealAlone } = await import('@hookline/fleet');
  const place = placeOf(given);
  const [hook] = given.words;
  const reason = valueOf(given, REASON) ?? '';
  if (hook === undefined || reason === '') throw wrongCall('break-glass needs a HOOK of the policy and --reason TEXT');
  const { policies } = await managedOf(place);
  const found = policies.find(({ policy }) => policy.hooks.some(({ name }) => name === hook));
  if (found === undefined) {
    const known = policies.flatMap(({ policy }) => policy.hooks.map(({ name }) => name));
    const what = `no policy here has a hook "${hook}"`;
    throw known.length === 0 ? wrongCall(what) : wrongCall(what, { word: hook, known });
  }
  const isOffline = isGiven(given, OFFLINE);
  if (isOffline) refuseWithoutPerson(place);
  const minutes = minutesOf(given);
  const exception = askException(found, { hook, reason, minutes, askedBy: accountName() }, isOffline);
  if (isOffline) return put(sealAlone(exception), place, given);
  const machine = joinedBefore(stateFolder(place.env, place.home));
  if (machine !== null && machine.machine === exception.machine) return askThere(exception, machine, place, given);
  writeJson(exception);
  writeErr(
    'hookline: nothing is suspended yet: a second person approves it with hookline break-glass --approve FILE --key KEY\n',
  );
  return 0;
}

/** Through the gateway that this machine has joined: a second person answers there. */
async function askThere(
  exception: PolicyException,
  machine: Machine,
  { env, home }: HooksPlace,
  given: Arguments,
): Promise<number> {
  const { askGateway, takeAnswers } = await import('@hookline/fleet');
  const at = { stateFolder: stateFolder(env, home), env, home };
  await askGateway(exception, machine, at);
  const until = Date.now() + secondsOf(given) * 1000;
  let state: 'asked' | 'approved' | 'refused' = 'asked';
  while (state === 'asked' && Date.now() < until) {
    await sleep(Math.min(LOOK_EVERY_MS, until - Date.now()));
    state = (await takeAnswers(at)).find(({ id }) => id === exception.id)?.state ?? 'asked';
  }
  if (isGiven(given, 'json')) writeJson({ id: exception.id, state });
  else writeOut(`${exception.id}: ${oneLine(SAID[state])}\n`);
  return state === 'refused' ? 1 : 0;
}

const LOOK_EVERY_MS = 1000;
const SAID = {
  asked: 'asked; nothing is suspended until a second person approves it at the gateway',
  approved: 'approved, and in force; see hookline policy status',
  refused: 'refused',
} as const;

function secondsOf(given: Arguments): number {
  const written = valueOf(given, WAIT) ?? '0';
  if (!/^[0-9]{1,5}$/.test(written)) throw wrongCall(`--wait needs a number of seconds, not "${written}"`);
  return Number(written);
}

/** Only a person at a terminal may act alone: no agent, no hook, no service. */
function refuseWithoutPerson(place: HooksPlace): void {
  refuseDriven(place, 'break-glass');
  if (!isTerminal(0) || findProcess(process.pid)?.terminal === '')
    throw wrongCall('break-glass --offline is refused without a terminal: a person must run it');
}

function minutesOf(given: Arguments): number {
  const written = valueOf(given, MINUTES) ?? '60';
  if (!/^[1-9][0-9]{0,3}$/.test(written)) throw wrongCall(`--minutes needs a number from 1 on, not "${written}"`);
  return Number(written);
}

const jsonIn = (file: string): unknown => JSON.parse(readFileSync(resolve(file), 'utf8'));

async function approveFile(file: string, given: Arguments): Promise<number> {
  const { approveException } = await import('@hookline/fleet');
  refuseDriven(placeOf(given), 'break-glass --approve');
  const key = valueOf(given, KEY);
  if (key === undefined) throw wrongCall('--approve needs --key FILE, the key of an approver');
  const asked = parseException(jsonIn(file));
  writeErr(
    `hookline: ${oneLine(asked.askedBy)} on ${oneLine(asked.machine)} asks to suspend ${asked.hooks.join(', ')} until ${asked.until}: ${oneLine(asked.reason)}\n`,
  );
  writeJson(approveException(asked, readFileSync(resolve(key), 'utf8'), accountName()));
  return 0;
}

async function takeFile(file: string, given: Arguments): Promise<number> {
  const place = placeOf(given);
  refuseDriven(place, 'break-glass --take');
  const value = jsonIn(file);
  const { exception, signature } = isJsonObject(value) ? value : {};
  if (typeof exception !== 'string' || typeof signature !== 'string')
    throw wrongCall(`${file} is no approved exception: let a second person approve it first`);
  return put({ exception, signature }, place, given);
}

/** In the record first; what does not count after all is said. */
async function put(
  sealed: { readonly exception: string; readonly signature: string | null },
  place: HooksPlace,
  given: Arguments,
): Promise<number> {
  const { takeException } = await import('@hookline/fleet');
  const { env, home } = place;
  const taken = await takeException(sealed, { stateFolder: stateFolder(env, home), env, home });
  const { diagnostics } = await managedOf(place);
  const about = diagnostics.filter(({ message }) => message.includes(taken.id));
  if (isGiven(given, 'json')) writeJson({ ...taken, inForce: isInForce(about) });
  else writeOut(`${about.map(({ message }) => oneLine(message)).join('\n')}\n`);
  return isInForce(about) ? 0 : 1;
}

const isInForce = (about: readonly { readonly message: string }[]): boolean =>
  about.some(({ message }) => !message.includes('suspends nothing'));
