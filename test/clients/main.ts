// What run.mjs starts in a network of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADOPTIONS, runAdoption } from './adopted.ts';
import { type Agreement, type Parts, readAgreement } from './agreement.ts';
import { type Case, type Rig, runCase, type Verdict } from './cases.ts';
import type { Client } from './client.ts';
import { CLIENTS } from './clients.ts';
import { canConnect, type Installed, runScenario } from './connected.ts';
import { type Cost, measureCost } from './cost.ts';
import { publish } from './page.ts';
import { PATCHES, runPatch } from './patched.ts';
import { SCENARIOS, WAYS } from './scenarios.ts';
import { GATHERINGS, runGathering } from './together.ts';

interface Task {
  readonly client: string;
  /** Where the program of the agent is installed. */
  readonly folder: string;
  readonly cases: string;
  readonly parts: readonly string[];
  /** Parts of names; none: all cases and scenarios. */
  readonly only: readonly string[];
  readonly write: boolean;
  /** The repository. */
  readonly root: string;
  /** Where our packages are installed; null where they are not needed. */
  readonly hookline: string | null;
}

const task = JSON.parse(process.env['HOOKLINE_CLIENTS_TASK'] ?? '') as Task;
const client = clientOf(task.client);
const rig: Rig = { client, program: programOf(client, task.folder), controls: new Map() };

const unnamed: string[] = [];
const done: Partial<Parts> = {
  ...(task.parts.includes('cases') ? { cases: await runCases() } : {}),
  ...(await connectedParts()),
};
if (task.write) write();
if (unnamed.length > 0) console.error(`${unnamed.length} without a name:\n  ${unnamed.join('\n  ')}`);
process.exitCode = unnamed.length === 0 ? 0 : 1;

function programOf({ program, runBy }: Client, folder: string): readonly string[] {
  return [...(runBy === undefined ? [] : [runBy(folder)]), program(folder)];
}

function clientOf(id: string): Client {
  const found = CLIENTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

async function runCases(): Promise<readonly Verdict[]> {
  const cases = readCases().filter(isChosen);
  const verdicts: Verdict[] = [];
  for (const item of cases) {
    const verdict = await runCase(rig, item);
    verdicts.push(verdict);
    show(verdict);
  }
  console.log(`cases: ${counts(verdicts)}`);
  return verdicts;
}

function isChosen({ id }: Pick<Verdict, 'id'>): boolean {
  return task.only.length === 0 || task.only.some((text) => id.includes(text));
}

function readCases(): readonly Case[] {
  return JSON.parse(readFileSync(task.cases, 'utf8')) as readonly Case[];
}

function counts(verdicts: readonly Verdict[]): string {
  const count = (word: Verdict['verdict']): string =>
    `${verdicts.filter(({ verdict }) => verdict === word).length} ${word}`;
  return [count('agrees'), count('differs'), count('not provoked')].join(', ');
}

/** The parts that need our command, as it is installed. */
async function connectedParts(): Promise<Partial<Parts>> {
  const installed = task.hookline === null ? null : { folder: task.hookline };
  if (installed === null) return {};
  if (!canConnect(installed)) {
    console.log('connected, cost: left out, since the installed hookline has no command connect');
    return {};
  }
  return {
    ...(task.parts.includes('connected') ? { connected: await runScenarios(installed) } : {}),
    ...(task.parts.includes('cost') ? { cost: await showCost(installed) } : {}),
  };
}

async function runScenarios(installed: Installed): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const runs = [
    ...SCENARIOS.map((each) => ({ ...each, run: () => runScenario(rig, installed, each) })),
    ...ADOPTIONS.map((each) => ({ ...each, run: () => runAdoption(rig, installed, each) })),
    ...GATHERINGS.map((each) => ({ ...each, run: () => runGathering(rig, installed, each) })),
    ...PATCHES.map((each) => ({ ...each, run: () => runPatch(rig, installed, each) })),
  ];
  for (const { id, says, run } of runs.filter(isChosen)) {
    const verdict = await run().catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      return { id, says, verdict: 'differs', problems: [problem], unseen: [] } as const;
    });
    verdicts.push(verdict);
    show(verdict);
  }
  console.log(`connected: ${counts(verdicts)}`);
  return verdicts;
}

async function showCost(installed: Installed): Promise<readonly Cost[]> {
  const costs = await measureCost(rig, installed, (way) => isChosen({ id: way }));
  for (const { way, ms, shellMs, ratio, floorMs, load } of costs) {
    const floor = floorMs === undefined ? '' : `, nothing behind it ${floorMs} ms`;
    console.log(`cost by ${way.padEnd(8)} ${ms} ms, sh -c : ${shellMs} ms, ratio ${ratio}${floor}, load ${load}`);
  }
  return costs;
}

/** A difference must have its reason, and a reason its difference. */
function show({ id, verdict, problems, why }: Verdict): void {
  console.log(`${verdict.padEnd(13)}${id}${why === undefined ? '' : `: ${why}`}`);
  for (const problem of problems) console.log(`${' '.repeat(15)}${problem}`);
  if (verdict === 'differs' && why === undefined) unnamed.push(`${id} differs`);
  if (verdict === 'agrees' && why !== undefined) unnamed.push(`${id} agrees, but is named as a difference`);
}

function write(): void {
  const file = join(task.root, 'test/clients/agreement.json');
  const before: Agreement = readAgreement(file);
  const known = before[client.id]?.parts;
  const parts = { ...known, ...done, ...merged('cases', known), ...merged('connected', known), ...mergedCost(known) };
  publish(task.root, { ...before, [client.id]: { version: client.version, parts } });
}

/** With `--only`, the other results stay as they were written. */
function merged(part: 'cases' | 'connected', known: Partial<Parts> | undefined): Partial<Parts> {
  const [found, others] = [done[part], known?.[part]];
  if (found === undefined || others === undefined || task.only.length === 0) return {};
  const all = new Map([...others, ...found].map((verdict) => [verdict.id, verdict]));
  return {
    [part]: (part === 'cases' ? readCases() : [...SCENARIOS, ...ADOPTIONS, ...GATHERINGS, ...PATCHES]).flatMap(
      ({ id }) => all.get(id) ?? [],
    ),
  };
}

function mergedCost(known: Partial<Parts> | undefined): Partial<Parts> {
  if (done.cost === undefined) return {};
  const all = new Map([...(known?.cost ?? []), ...done.cost].map((cost) => [cost.way, cost]));
  return { cost: WAYS.flatMap((way) => all.get(way) ?? []) };
}
