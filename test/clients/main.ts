// What run.mjs starts in a network of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agreement, type Parts, readAgreement } from './agreement.ts';
import { type Case, type Rig, runCase, type Verdict } from './cases.ts';
import type { Client } from './client.ts';
import { CLIENTS } from './clients.ts';
import { publish } from './page.ts';

interface Task {
  readonly client: string;
  /** Where the program of the agent is installed. */
  readonly folder: string;
  readonly cases: string;
  readonly parts: readonly string[];
  readonly only: string;
  readonly write: boolean;
  /** The repository. */
  readonly root: string;
  /** Where our packages are installed; null where they are not needed. */
  readonly hookline: string | null;
}

const task = JSON.parse(process.argv[2] ?? '') as Task;
const client = clientOf(task.client);
const rig: Rig = { client, program: client.program(task.folder), controls: new Map() };

const done: Partial<Record<keyof Parts, unknown>> = {};
const unnamed: string[] = [];
if (task.parts.includes('cases')) done.cases = await runCases();
if (task.write) write();
if (unnamed.length > 0) console.error(`${unnamed.length} without a name:\n  ${unnamed.join('\n  ')}`);
process.exitCode = unnamed.length === 0 ? 0 : 1;

function clientOf(id: string): Client {
  const found = CLIENTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

async function runCases(): Promise<readonly Verdict[]> {
  const cases = (JSON.parse(readFileSync(task.cases, 'utf8')) as readonly Case[]).filter(({ id }) =>
    id.includes(task.only),
  );
  const verdicts: Verdict[] = [];
  for (const item of cases) {
    const verdict = await runCase(rig, item);
    verdicts.push(verdict);
    show(verdict);
  }
  const count = (word: Verdict['verdict']): string =>
    `${verdicts.filter(({ verdict }) => verdict === word).length} ${word}`;
  console.log(`cases: ${count('agrees')}, ${count('differs')}, ${count('not provoked')}`);
  return verdicts;
}

/** A difference must have its reason, and a reason its difference. */
function show({ id, verdict, problems, why }: Verdict): void {
  console.log(`${verdict.padEnd(13)}${id}${why === undefined ? '' : `: ${why}`}`);
  for (const problem of problems) console.log(`${' '.repeat(15)}${problem}`);
  if (verdict === 'differs' && why === undefined) unnamed.push(`${id} differs`);
  if (verdict === 'agrees' && why !== undefined) unnamed.push(`${id} agrees, but is named as a difference`);
}

function write(): void {
  if (task.only !== '') throw new Error('--write needs all cases: leave --only out');
  const file = join(task.root, 'test/clients/agreement.json');
  const before: Agreement = readAgreement(file);
  const parts = { ...before[client.id]?.parts, ...(done as Partial<Parts>) };
  publish(task.root, { ...before, [client.id]: { version: client.version, parts } });
}
