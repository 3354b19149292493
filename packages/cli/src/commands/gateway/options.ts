import type { OptionRow } from '../../call/options.ts';

/** What is done on the database of a gateway. */
export const TASKS = [
  'count',
  'token',
  'verify',
  'checkpoints',
  'keep',
  'page',
  'adoption',
  'rollout',
  'revoke',
  'restore',
  'halt',
  'resume',
  'exceptions',
  'approve',
  'refuse',
] as const;
export type Task = (typeof TASKS)[number];

/** Where a gateway keeps what it gets. */
export const EMBEDDED = {
  name: 'embedded',
  about: 'Run a PostgreSQL of its own, with everything in one folder.',
} satisfies OptionRow;
export const DIR = {
  name: 'dir',
  value: 'DIR',
  completes: 'folders',
  about: 'The folder of an embedded gateway; by default `gateway` in the state folder.',
} satisfies OptionRow;
export const DATABASE = {
  name: 'database',
  value: 'URL',
  about: 'A PostgreSQL (15 or later) of your own: postgres://USER@HOST/NAME; the password from PGPASSWORD, or in it.',
} satisfies OptionRow;

export const HOST = {
  name: 'host',
  value: 'ADDRESS',
  about: 'Address to listen on (default 127.0.0.1); others need TLS.',
} satisfies OptionRow;
export const PORT = {
  name: 'port',
  value: 'N',
  about: 'Port to listen on (default 7443; 0: a free one).',
} satisfies OptionRow;
export const TLS_CERT = {
  name: 'tls-cert',
  value: 'FILE',
  completes: 'files',
  about: 'Certificate in PEM, with those between it and the root.',
} satisfies OptionRow;
export const TLS_KEY = {
  name: 'tls-key',
  value: 'FILE',
  completes: 'files',
  about: 'Its key in PEM.',
} satisfies OptionRow;
export const BEHIND_PROXY = {
  name: 'behind-proxy',
  about: 'Listen on other addresses without TLS, because a proxy before it has it.',
} satisfies OptionRow;

export const PUBLIC_URL = {
  name: 'public-url',
  value: 'URL',
  about: 'Where browsers reach the gateway, when a proxy stands before it.',
} satisfies OptionRow;
export const CONFIG = {
  name: 'config',
  value: 'FILE',
  completes: 'files',
  about:
    'JSON: the provider at which people log in, CIs whose jobs may join, a receiver of OTLP logs, where older lines go.',
} satisfies OptionRow;

export const POLICY_DIR = {
  name: 'policy-dir',
  value: 'DIR',
  completes: 'folders',
  about: 'Repository of the policy that machines get, as hookline policy init makes it.',
} satisfies OptionRow;

export const ONLINE_KEY = {
  name: 'online-key',
  value: 'FILE',
  completes: 'files',
  about: 'The key that signs time stamps: with it the gateway moves roll-outs, halts them, and revokes hooks.',
} satisfies OptionRow;
export const APPROVER_KEY = {
  name: 'approver-key',
  value: 'FILE',
  completes: 'files',
  about: 'A key of an approver of exceptions: for approve; for a gateway on which approvers do not sign themselves.',
} satisfies OptionRow;
export const WHY = {
  name: 'why',
  value: 'TEXT',
  about: 'revoke, restore, halt, resume, keep: the reason, which is kept.',
} satisfies OptionRow;

export const CHECKPOINTS = {
  name: 'checkpoints',
  value: 'FILE',
  completes: 'files',
  about: 'verify: daily checkpoints that were kept elsewhere, as gateway checkpoints --json gave them.',
} satisfies OptionRow;
export const KEEP_LINES = {
  name: 'lines',
  value: 'DAYS',
  about: 'keep: for so many days after their arrival lines are kept, or forever.',
} satisfies OptionRow;
export const KEEP_DECISIONS = {
  name: 'decisions',
  value: 'DAYS',
  about: 'keep: for so many days questions find decisions, or forever; not longer than their lines.',
} satisfies OptionRow;

export const ENROL = { name: 'enrol', about: 'token: one with which machines join.' } satisfies OptionRow;
export const USES = {
  name: 'uses',
  value: 'N',
  about: 'token --enrol: for so many machines (default 1).',
} satisfies OptionRow;
export const ROLE = {
  name: 'role',
  value: 'ROLE',
  about: 'token, page: what its owner may do: reader (default), auditor, policy, approver or admin.',
} satisfies OptionRow;
export const NAME = { name: 'name', value: 'NAME', about: 'token, page: whose it is.' } satisfies OptionRow;
export const DAYS = {
  name: 'days',
  value: 'N',
  about: 'token: how long it is valid (default 30).',
} satisfies OptionRow;
export const ORG = { name: 'org', value: 'NAME', about: 'The organisation (default "default").' } satisfies OptionRow;
