import {
  fleetFolder,
  isJsonObject,
  makePrivateFolder,
  noteInRecord,
  type PolicyException,
  readPrivateFile,
  removeFile,
  type SealedException,
  writePrivateFile,
} from '@hookline/core/internal';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, refusalText } from '../identity/client.ts';
import { type Machine, readMachine } from '../identity/machine.ts';
import { takeException, type TakePlace } from './break-glass.ts';

/** What was asked for and is not answered yet, one file each. */
const askedFolder = (stateFolder: string): string => join(fleetFolder(stateFolder), 'asked');

const WAITS_MS = 24 * 3_600_000;

/** Asks the gateway for an exception; a second person answers there. Throws when the gateway refuses or is away. */
export async function askGateway(exception: PolicyException, machine: Machine, place: TakePlace): Promise<void> {
  const { hooks, org, id, askedBy, reason } = exception;
  await noteInRecord(`break_glass_asked: ${hooks.join(', ')} of ${org}: ${id} by ${askedBy}: ${reason}`, place);
  const client = await createClient(machine);
  try {
    const body = Buffer.from(JSON.stringify(exception));
    const headers = { 'content-type': 'application/json' };
    const answer = await client.send({ method: 'POST', path: '/v1/exceptions', body, headers });
    if (answer.status !== 200) throw new Error(`the gateway refused: ${refusalText(answer)}`);
  } finally {
    client.close();
  }
  const folder = askedFolder(place.stateFolder);
  makePrivateFolder(folder);
  writePrivateFile(join(folder, `${id}.json`), JSON.stringify({ at: Date.now() }), folder);
}

/** What became of something that was asked for. */
export interface AskedAnswer {
  readonly id: string;
  readonly state: 'asked' | 'approved' | 'refused';
}

/** Looks for answers to all that was asked for, and brings what was approved into force. */
export async function takeAnswers(place: TakePlace): Promise<readonly AskedAnswer[]> {
  const folder = askedFolder(place.stateFolder);
  const ids = existsSync(folder) ? readdirSync(folder).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []) : [];
  const machine = ids.length === 0 ? null : readMachine(place.stateFolder);
  if (machine === null) return [];
  const client = await createClient(machine);
  const answers: AskedAnswer[] = [];
  try {
    for (const id of ids) {
      // oxlint-disable-next-line no-await-in-loop -- one or two, one after the other
      const { status, body } = await client.send({ method: 'GET', path: `/v1/exceptions/${id}/answer` });
      const { state, sealed } = status === 200 && isJsonObject(body) ? body : {};
      const said = status === 404 ? 'refused' : state === 'refused' || state === 'approved' ? state : 'asked';
      // oxlint-disable-next-line no-await-in-loop -- in the record first, each
      if (said === 'approved') await takeException(sealed as unknown as SealedException, place);
      if (said !== 'asked' || isOld(join(folder, `${id}.json`))) removeFile(join(folder, `${id}.json`));
      answers.push({ id, state: said });
    }
  } finally {
    client.close();
  }
  return answers;
}

function isOld(file: string): boolean {
  try {
    return Date.now() - (JSON.parse(readPrivateFile(file)) as { readonly at: number }).at > WAITS_MS;
  } catch {
    return true; // damaged: no answer can be waited for by it
  }
}
