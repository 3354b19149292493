import { spawn } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from '../support/bundle.ts';
import type { FaultDialect, HookScope } from './dialect.ts';
import { watchLag } from './lag.ts';
import type { Job, JobResult } from './host-program.ts';
import type { Row, Shortage } from './row.ts';
import type { Shot } from './shot.ts';
import type { Site } from './site.ts';
import { makeSite, optionsOf, removeSite } from './site.ts';
import { nextEvent, recordedOf, stageEvent } from './events.ts';
import type { UnitResult } from './unit.ts';
import { survivorsOf } from './unit.ts';

/** Hosts of their own: what is measured or used up is theirs alone. */
export interface Hosts {
  readonly run: (row: Row, dialect: FaultDialect, scope: HookScope) => Promise<UnitResult>;
  readonly remove: () => void;
}

export function createHosts(): Hosts {
  const program = bundle("import './test/faults/host-program.ts';");
  chmodSync(dirname(program.path), 0o755);
  const run: Hosts['run'] = async (row, dialect, scope) => {
    const site = makeSite(row, dialect, scope);
    try {
      const lag = watchLag();
      const result = await carryOut(program.path, site);
      const shots = site.stages.map((stage, index): [typeof stage, Shot] => {
        const shot = result.shots[index];
        if (shot === undefined) throw new Error('the host did not fire the event');
        return [stage, { ...shot, decisions: recordedOf(site, stage), ran: false, lagMs: lag.soFarMs() }];
      });
      lag.stop();
      return { ...result, ...UNMEASURED, shots: new Map(shots), survivors: await survivorsOf(site) };
    } finally {
      removeSite(site);
    }
  };
  return { run, remove: program.remove };
}

/** What these rows are not about. */
const UNMEASURED = { openedMs: 0, armed: { armed: 0, entries: 0 }, trespasses: 0 };

async function carryOut(program: string, site: Site): Promise<JobResult> {
  const { shortage } = site.row;
  const job: Job = {
    options: optionsOf(site),
    shortage: shortage ?? null,
    events: site.stages.map((stage) => ({ event: stageEvent(site, stage), wait: !stage.waits })),
    inTurn: shortage === undefined,
    next: nextEvent(site),
  };
  const user = FIRST_USER + (users += 1);
  if (isAboutProcesses(shortage)) giveTo(site.root, user);
  const [command, ...args] = [...confined(shortage, user), process.execPath, program];
  const child = spawn(command, args, { cwd: '/', env: envOf(site), stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  const printed = Buffer.concat(chunks).toString();
  if (status !== 0) throw new Error(`the host ended with ${String(status)}: ${printed.slice(0, 500)}`);
  return JSON.parse(printed) as JobResult;
}

/** Without a marker of the site, or it would be found among its own survivors. */
const envOf = ({ root, row }: Site): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  HOOKLINE_MAX_PROCESSES: '8',
  TMPDIR: row.shortage === 'no temporary folder' ? '/no/such/folder' : join(root, 'home'),
});

const isAboutProcesses = (shortage: Shortage | undefined): boolean => shortage?.startsWith('no processes') === true;

/** Processes are counted for each user, so every host that runs out of them is a user of its own. */
const FIRST_USER = 100_000 + (process.pid % 10_000) * 100;
let users = 0;

/** Limits that can be reached; only the superuser can become a user who has no other processes. */
function confined(shortage: Shortage | undefined, user: number): readonly string[] {
  if (shortage?.startsWith('no descriptors') === true) return ['bash', '-c', 'ulimit -n 60; exec "$@"', 'bash'];
  if (!isAboutProcesses(shortage)) return [];
  const become = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  return [...become, 'bash', '-c', 'ulimit -u 60; exec "$@"', 'bash'];
}

function giveTo(folder: string, user: number): void {
  chownSync(folder, user, user);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), user, user);
}
