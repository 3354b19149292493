import type { HookScope } from '../dialect.ts';
import type { Expected } from '../expectation.ts';
import type { FileFault, Mishap, Row, Spot } from '../row.ts';
import { guarding, script, REASON, THE_REASON } from '../row.ts';
import { gone } from './start.ts';

const SECTION = 'Configuration, trust, record';
const REFUSAL = { is: 'refusal', reason: THE_REASON } as const;

/** What a dialect that gives up its whole load comes to, beside those that do not. */
const unlessRejected = (expected: Expected): Expected => ({
  is: 'by dialect',
  of: ({ badEntry }) => (badEntry === 'rejects the load' ? { is: 'no hook' } : expected),
});

/** The same where all hooks stand in the file that has the bad entry. */
const unlessVoid = (expected: Expected): Expected => ({
  is: 'by dialect',
  of: ({ badEntry }) => (badEntry === 'skipped' ? expected : { is: 'no hook' }),
});

const spoilt = (id: string, mishap: Mishap, fault: string): Row => ({
  id,
  section: SECTION,
  fault: `stays in force although its definition is ${fault} during the session`,
  program: guarding,
  expected: REFUSAL,
  mishap,
  diagnoses: () => /the file cannot be used any more; the \d+ hooks? read from it before stay in force/,
});

/** Definitions that go bad while they are in force. */
export const SPOILT_ROWS: readonly Row[] = [
  spoilt('definition-half-written', 'definition half-written', 'half-written'),
  {
    ...spoilt('definition-emptied', 'definition emptied', 'emptied'),
    gap: ({ dialect }: Spot) => (dialect.emptyFile === 'no hooks' ? 'a file without content defines no hooks' : null),
  },
  spoilt('definition-null', 'definition null', 'replaced by null'),
  spoilt('definition-becomes-a-pipe', 'definition turned into a pipe', 'replaced by a named pipe'),
  {
    ...spoilt('definition-deleted', 'definition deleted', 'deleted'),
    fault:
      'has its definition deleted during the session: what a project was trusted with stays, the user’s own is gone',
    expected: { is: 'by scope', of: { user: { is: 'no hook' }, project: REFUSAL } },
    trust: 'given',
    diagnoses: ({ scope }: Spot) => (scope === 'project' ? /the hooks that were trusted stay in force/ : null),
  },
];

const BOTH: readonly HookScope[] = ['user', 'project'];

const refused = (id: string, fileFault: FileFault, fault: string, why: RegExp): Row => ({
  id,
  section: SECTION,
  fault: `is defined in ${fault}, which is not read; a guard of the other scope goes on`,
  program: guarding,
  expected: unlessRejected(REFUSAL),
  fileFault,
  guardedFromElsewhere: BOTH,
  diagnoses: () => why,
});

/** Definitions in files that are none, or that others could write. */
export const FILE_ROWS: readonly Row[] = [
  {
    ...refused('definition-linked', 'link', 'a file behind a symbolic link out of the project', /^/),
    fault: 'is defined behind a symbolic link: the project’s must not lead out of it, the user’s own may',
    expected: { is: 'by scope', of: { user: REFUSAL, project: unlessRejected(REFUSAL) } },
    guardedFromElsewhere: ['project'],
    diagnoses: ({ scope }: Spot) => (scope === 'project' ? /a symbolic link that leads out of the project/ : null),
  },
  refused('definition-pipe', 'pipe', 'a named pipe', /the file was not read: it is a named pipe, not a file/),
  refused('definition-device', 'device', 'a device', /the file was not read: it is a device, not a file/),
  refused('definition-folder', 'folder', 'a folder', /the file was not read: it is a folder, not a file/),
  refused(
    'definition-2-gigabytes',
    '2 GB',
    'a file of 2 GB',
    /the file was not read: it has 2147483648 bytes; at most/,
  ),
  refused(
    'definition-no-text',
    'bytes that are no text',
    'bytes that are no text',
    /the file was not read: it is not UTF-8/,
  ),
  {
    ...refused('definition-writable', 'writable by others', 'a file that other accounts can write to', /^/),
    fault:
      'is defined in a file that another group can write to: the user’s is not read, the project’s is bound by its content',
    expected: { is: 'by scope', of: { user: unlessRejected(REFUSAL), project: REFUSAL } },
    guardedFromElsewhere: ['user'],
    diagnoses: ({ scope }: Spot) => (scope === 'user' ? /the file was not read: other accounts can write to it/ : null),
  },
];

/** One bad entry among twelve. */
export const ENTRY_ROWS: readonly Row[] = [
  {
    id: 'one-bad-entry',
    section: SECTION,
    fault: 'stands beside one bad entry among twelve',
    program: guarding,
    expected: unlessVoid(REFUSAL),
    oneBadEntry: true,
    diagnoses: ({ dialect }) => dialect.badEntrySays,
  },
];

const CLAIM = / is ignored: a hook file can neither grant trust, nor change what a failure does, nor move folders/;

/** An unknown key may make the whole load void; it is named all the same. */
const named = ({ dialect }: Spot): RegExp => (dialect.badEntry === 'rejects the load' ? /unknown key "/ : CLAIM);

/** Definitions that claim what only the user can give. */
export const CLAIM_ROWS: readonly Row[] = [
  {
    id: 'claims-trust',
    section: SECTION,
    fault: 'says in its definition that it is trusted',
    program: guarding,
    expected: { is: 'by scope', of: { user: unlessRejected(REFUSAL), project: { is: 'skipped' } } },
    claims: { trusted: true, trust: 'all', trust_hooks: true },
    trust: 'none',
    diagnoses: (spot) => (spot.scope === 'user' ? named(spot) : /not trusted/),
    // Nothing of an untrusted file that is rejected is loaded, so that there is nothing to skip.
    gap: ({ dialect, scope }) =>
      dialect.badEntry === 'rejects the load' && scope === 'project' ? 'an unknown key rejects the file' : null,
  },
  {
    id: 'claims-policy',
    section: SECTION,
    fault: 'does not exist, and says in its definition that failures do no harm',
    program: () => ({ content: null }),
    expected: unlessRejected(gone(/could not be started/)),
    claims: { failure_policy: 'open', fail_open: true, on_error: 'allow', onFailure: 'continue' },
    diagnoses: named,
  },
  {
    id: 'claims-state-folder',
    section: SECTION,
    fault: 'says in its definition where state is kept',
    program: guarding,
    expected: unlessRejected(REFUSAL),
    claims: { state_dir: '.hookline', stateFolder: '.hookline' },
    diagnoses: named,
  },
];

/** What a hook would have to write to look like more lines of the record. */
const FORGED_SESSION = 'forged-session';

const FORGED_LINE = JSON.stringify({
  v: 1,
  kind: 'start',
  id: 'forged',
  at: '2026-01-01T00:00:00.000Z',
  project: '/',
  pid: 1,
  event: { hook_event_name: 'PreToolUse', session_id: FORGED_SESSION, cwd: '/' },
  agent: null,
  planned: [],
});

/** Every kind of line break that somebody might split lines at. */
const BREAKS = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'];

const FORGED_REASON = [REASON, ...BREAKS.map((lineBreak) => `${lineBreak}${FORGED_LINE}${lineBreak}`)].join('');

export const RECORD_TEXT_ROWS: readonly Row[] = [
  {
    id: 'line-breaks-in-reason',
    section: SECTION,
    fault: 'puts line breaks and forged lines of the record into its reason',
    program: ({ path }) => ({
      ...script(`cat '${path}.out' >&2\nexit 2`),
      prints: Buffer.from(FORGED_REASON),
    }),
    expected: { is: 'refusal', reason: /^the guard says no\n\{"v":1,"kind":"start","id":"forged"/ },
    forgedSession: FORGED_SESSION,
  },
  {
    id: 'line-breaks-in-output',
    section: SECTION,
    fault: 'prints line breaks and forged lines of the record',
    program: ({ path }) => ({ ...script(`cat '${path}.out'`), prints: Buffer.from(`no\n${FORGED_REASON}`) }),
    expected: { is: 'text' },
    forgedSession: FORGED_SESSION,
  },
];
