import { digestOf, openRecord, type RecordedRun, type RecordEntry } from '@hookline/core/internal';
import { joinGateway, type Machine, type ShipLevel } from '@hookline/fleet';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeEnrolToken, orgNumber } from '../access/tokens.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/embedded.ts';
import { type Gateway, type GatewayOptions, startGateway } from '../server/gateway.ts';

/** A folder that other accounts can pass through, because PostgreSQL may run under another one. */
function makeOpenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-gateway-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** A real PostgreSQL and a gateway on it. */
export interface GatewayPlace {
  readonly folder: string;
  readonly postgres: EmbeddedPostgres;
  readonly gateway: Gateway;
  readonly problems: string[];
  /** A machine that has joined, with its own state folder. */
  readonly join: (options?: {
    readonly org?: string;
    readonly ship?: ShipLevel;
    readonly name?: string;
  }) => Promise<JoinedMachine>;
  readonly close: () => Promise<void>;
}

export interface JoinedMachine {
  readonly stateFolder: string;
  readonly recordFolder: string;
  readonly machine: Machine;
}

export async function makeGatewayPlace(options: Partial<GatewayOptions> = {}): Promise<GatewayPlace> {
  const folder = makeOpenFolder();
  const problems: string[] = [];
  const onProblem = (text: string): void => void problems.push(text);
  const postgres = await startEmbedded(join(folder, 'db'), process.env, onProblem);
  const base = { databaseUrl: postgres.url, host: '127.0.0.1', port: 0, tls: null, version: '0', onProblem };
  const gateway = await startGateway({ ...base, ...options });
  let machines = 0;
  return {
    folder,
    postgres,
    gateway,
    problems,
    join: async ({ org = 'default', ship = 'full', name } = {}) => {
      machines += 1;
      const stateFolder = join(folder, `machine-${machines}`);
      mkdirSync(stateFolder, { mode: 0o700 });
      const token = await makeEnrolToken(gateway.database, {
        org: await orgNumber(gateway.database, org),
        uses: 1,
        days: 1,
      });
      const machine = await joinGateway({
        stateFolder,
        url: gateway.url,
        token,
        name: name ?? `m${machines}`,
        kind: 'laptop',
        version: '0',
        ship,
      });
      return { stateFolder, recordFolder: join(stateFolder, 'record'), machine };
    },
    close: async () => {
      await gateway.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The bytes of a record, file after file. */
export const recordBytes = (folder: string): Buffer => {
  const rotated = readdirSync(folder)
    .filter((name) => /^hookline-.*\.jsonl$/.test(name))
    .sort();
  return Buffer.concat([...rotated, 'hookline.jsonl'].map((name) => readFileSync(join(folder, name))));
};

/** Entries of one decision as the engine writes them. */
export function decisionEntries(options: Partial<SampleDecision> = {}): readonly [RecordEntry, RecordEntry] {
  const { id, at, project, command, decision, fault } = { ...SAMPLE, ...options };
  const hook = 'qoder:project:PreToolUse[0].hooks[0]';
  const reason = decision === 'block' ? 'not here' : null;
  return [
    {
      v: 1,
      kind: 'start',
      id,
      at,
      pid: 1,
      project,
      event: { hook_event_name: 'PreToolUse', session_id: 's-1', tool_name: 'Bash', tool_input: { command } } as never,
      hooks: [hook],
    },
    {
      v: 1,
      kind: 'end',
      id,
      at,
      outcome: {
        decision,
        reason,
        block: decision === 'block' ? { effect: 'deny_tool', reason, hook } : null,
        rewritten: [],
        contexts: { count: 0, texts: [] },
        messages: [],
        extra: {},
      },
      hooks: [runOf(hook, decision, fault)],
      durationMs: 20,
    },
  ];
}

const runOf = (id: string, decision: SampleDecision['decision'], fault: string | null): RecordedRun =>
  ({
    id,
    name: 'guard',
    dialect: 'qoder',
    scope: 'project',
    source: '.qoder/settings.json',
    handler: 'command',
    status: decision === 'block' ? 'blocked' : fault === null ? 'passed' : 'failed',
    exitCode: 0,
    signal: null,
    durationMs: 12.5,
    stdout: '',
    stderr: fault === null ? '' : 'it broke',
    truncated: [],
    fault: fault === null ? null : { code: fault, message: 'no answer' },
    why: null,
    notes: [],
  }) as never;

interface SampleDecision {
  readonly id: string;
  readonly at: string;
  readonly project: string;
  readonly command: string;
  readonly decision: 'none' | 'allow' | 'ask' | 'block';
  readonly fault: string | null;
}

const SAMPLE: SampleDecision = {
  id: 'd-1',
  at: '2026-11-17T10:00:00.000Z',
  project: '/work/app',
  command: 'ls',
  decision: 'none',
  fault: null,
};

/** Writes decisions into a record as the engine does. */
export function writeDecisions(
  folder: string,
  count: number,
  options: Partial<SampleDecision> & { readonly maxBytes?: number } = {},
): void {
  const { maxBytes, ...sample } = options;
  const record = openRecord(folder, { shippedFrom: dirname(folder), ...(maxBytes === undefined ? {} : { maxBytes }) });
  for (let n = 0; n < count; n += 1)
    record.append(...decisionEntries({ ...sample, id: digestOf(`${folder} ${Math.random()}`, null).slice(0, 26) }));
  record.close();
}
