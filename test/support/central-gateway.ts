import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Hooks } from '../../packages/core/src/internal.ts';
import type { CentralRule, JsonObject, Outcome } from '../../packages/core/src/model/index.ts';
import { hooksProject, type HooksProject } from './hooks-project.ts';
import { layPolicy, policyHook, policyOf } from './policy.ts';

/** How a gateway answers a question. */
export type Behave = (response: ServerResponse, question: string, request: IncomingMessage) => void;

/** What a hook says at the gateway. */
export const REFUSED = { ending: { how: 'exited', code: 2 }, stdout: '', stderr: 'the company says no' } as const;
export const PASSED = { ending: { how: 'exited', code: 0 }, stdout: '', stderr: '' } as const;

export const TOOL = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls', note: 'private' },
} as const;

/** Answers with JSON. */
export const says =
  (answer: unknown, status = 200): Behave =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

const SCRIPT = '#!/bin/sh\ncat >/dev/null\necho ran > "$HOOKLINE_POLICY/../../../ran"\n';

/** A machine with a policy, and a server in the place of its gateway that behaves as a test wants. */
export interface CentralRig {
  readonly here: HooksProject;
  behave: Behave;
  readonly asked: { readonly question: string; readonly authorization: string }[];
  readonly url: () => string;
  readonly machineFile: () => string;
  /** The folder of what the machine keeps about central decisions. */
  readonly kept: () => string;
  readonly join: (url?: string) => void;
  /** Puts a policy in force with one hook, `guard`, that is decided centrally; null: it is not. */
  readonly lay: (dialect: string, central: Partial<CentralRule> | null, more?: JsonObject) => void;
  readonly open: (env?: Readonly<Record<string, string | undefined>>) => Promise<Hooks>;
  readonly fire: (event?: JsonObject) => Promise<Outcome>;
  /** Whether the script of the hook was run on this machine. */
  readonly hasRun: () => boolean;
}

const STATE = 'account/.local/state/hookline';

export function centralRig(): CentralRig {
  const here = hooksProject({ trust: 'all' });
  const account = (): string => join(here.folder, 'account');
  const fleet = (path: string): string => join(here.folder, STATE, 'fleet', path);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const question = Buffer.concat(parts).toString();
      rig.asked.push({ question, authorization: request.headers.authorization ?? '' });
      rig.behave(response, question, request);
    });
  });
  const rig: CentralRig = {
    here,
    behave: says({}),
    asked: [],
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    machineFile: () => fleet('machine.json'),
    kept: () => fleet('central'),
    join: (url = rig.url()) => {
      const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
      const machine = { v: 1, url, machine: 'm1', org: 'default', name: 'desk', ship: 'full', ca: null };
      here.write(`${STATE}/fleet/machine.json`, { ...machine, key: { kty, crv, x, d } });
    },
    lay: (dialect, central, more = {}) => {
      const rule = { fields: ['tool_name', 'tool_input.command'], deadlineMs: 20_000, ...central } as JsonObject;
      const hook = policyHook(dialect, 'guard', SCRIPT, { ...(central === null ? {} : { central: rule }), ...more });
      layPolicy(fleet('policy'), policyOf([hook]), { guard: SCRIPT });
    },
    open: (env) => here.open({ accountHome: account(), ...(env === undefined ? {} : { env }) }),
    fire: async (event = TOOL) => {
      const hooks = await rig.open();
      try {
        return await hooks.fire(event as never);
      } finally {
        await hooks.close();
      }
    },
    hasRun: () => existsSync(fleet('policy/ran')),
  };
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    rig.behave = says({ answer: PASSED, version: 7 });
    rig.asked.length = 0;
    rig.join();
  });
  return rig;
}
