import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { writeAnswer } from '../../packages/core/src/bridge/write-answer.ts';
import type { Dialect, JsonObject, PolicyState } from '../../packages/core/src/model/index.ts';

/** A hook as an author of a policy writes it, with the text of its script. */
export interface WrittenPolicyHook extends JsonObject {
  readonly name: string;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The dialect's own name for what happens before a tool runs. */
const beforeTool = ({ id, events }: Dialect): string => {
  const found = Object.entries(events).find(([, row]) => row.means[0] === 'PreToolUse' && row.block !== null);
  if (found === undefined) throw new Error(`${id} cannot stop a tool`);
  return found[0];
};

/** A script that refuses in the words of a dialect, whatever it is told. */
export function refusingScript(dialect: Dialect, reason: string): string {
  const effect = dialect.events[beforeTool(dialect)]?.block ?? 'deny_tool';
  const verdict = { decision: 'block', effect, reason } as const;
  const { stdout, stderr, exitCode } = writeAnswer(dialect, beforeTool(dialect), verdict);
  return [
    '#!/bin/sh',
    'cat >/dev/null',
    `printf '%s' ${quoted(stdout)}`,
    `printf '%s' ${quoted(stderr)} >&2`,
    `exit ${exitCode}`,
    '',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A hook with one script, called `guard.sh`. */
export const policyHook = (
  dialectId: string,
  name: string,
  script: string,
  more: JsonObject = {},
): WrittenPolicyHook => {
  const dialect = DIALECTS.find(({ id }) => id === dialectId);
  if (dialect === undefined) throw new Error(`there is no dialect ${dialectId}`);
  return {
    dialect: dialectId,
    name,
    event: beforeTool(dialect),
    handler: { kind: 'command', form: 'argv', program: '${HOOKLINE_POLICY}/guard.sh', args: [] },
    files: [{ path: 'guard.sh', sha256: digestOf(script), executable: true }],
    ...more,
  };
};

/** A policy as it is signed. */
export const policyOf = (hooks: readonly WrittenPolicyHook[], more: JsonObject = {}): JsonObject => ({
  v: 1,
  org: 'acme',
  version: 7,
  hooks: [...hooks],
  expires: '2099-01-01T00:00:00Z',
  ...more,
});

/** Lays a verified policy out as the client does; returns the folder of its version. */
export function layPolicy(
  root: string,
  policy: JsonObject,
  scripts: Readonly<Record<string, string>>,
  state: Partial<PolicyState> = {},
): string {
  const text = JSON.stringify(policy);
  const name = `${JSON.stringify(policy['version'])}-${digestOf(text)}`;
  const folder = join(root, name);
  put(join(folder, 'policy.json'), text, 0o400);
  for (const [hook, script] of Object.entries(scripts)) put(join(folder, 'files', hook, 'guard.sh'), script, 0o500);
  put(
    join(root, 'current.json'),
    JSON.stringify({ v: 1, machine: 'm1', folder: name, shadow: [], off: {}, ...state }),
    0o600,
  );
  return folder;
}

function put(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode });
}
