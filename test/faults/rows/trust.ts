import type { Expected } from '../expectation.ts';
import type { Cell, Program, Row } from '../row.ts';
import { guarding, REASON, THE_REASON } from '../row.ts';
import { refusing } from '../servers.ts';
import { module, python } from './workers.ts';

const SECTION = 'Configuration, trust, record';
const REFUSAL = { is: 'refusal', reason: THE_REASON } as const;

/** The user's own hooks are always trusted; the project's only when somebody has trusted them. */
const unlessProjects: Expected = { is: 'by scope', of: { user: REFUSAL, project: { is: 'skipped' } } };

/** The user's own hooks are always trusted; the project's run only while their files are what was trusted. */
const unlessChanged = (canAsk: boolean): Expected => ({
  is: 'by scope',
  of: {
    user: REFUSAL,
    project: {
      is: 'withheld',
      says: /^hook ".+" changed since it was trusted: .+; run hookline trust$/,
      canAsk,
    },
  },
});

/** Hooks that were trusted, and are not any more what was trusted when their event comes. */
export const TRUST_ROWS: readonly Row[] = [
  {
    id: 'trusted',
    section: SECTION,
    fault: 'is just as it was when it was trusted',
    program: guarding,
    expected: REFUSAL,
    trust: 'given',
  },
  {
    id: 'trusted-definition-edited',
    section: SECTION,
    fault: 'has one byte of its definition changed after it was trusted and loaded: it stays in force as it was',
    program: guarding,
    expected: REFUSAL,
    mishap: 'definition edited',
    trust: 'given',
    diagnoses: ({ scope }) => (scope === 'project' ? /the hooks that were trusted stay in force/ : null),
  },
  {
    id: 'trusted-script-edited',
    section: SECTION,
    fault: 'has one byte of its script changed after it was trusted and loaded',
    program: guarding,
    expected: unlessChanged(true),
    mishap: 'script edited',
    trust: 'given',
  },
  {
    id: 'trusted-script-edited-non-interactive',
    section: SECTION,
    fault: 'has one byte of its script changed after it was trusted and loaded, in a non-interactive run',
    program: guarding,
    fields: { non_interactive: true },
    expected: unlessChanged(false),
    mishap: 'script edited',
    trust: 'given',
  },
  {
    id: 'trusted-script-linked',
    section: SECTION,
    fault: 'has its script replaced by a link to the same text outside of the project, after it was trusted and loaded',
    program: guarding,
    expected: unlessChanged(true),
    mishap: 'script replaced by a link',
    trust: 'given',
  },
];

/** Leaves the sign of a run as soon as it is imported, and refuses. */
const importedPython = (cell: Cell): Program =>
  python(
    `open(${JSON.stringify(cell.sign)}, "w").close()\n\ndef hook(event):\n    return {"blocked": True, "reason": "${REASON}"}\n`,
  )(cell);

const importedModule = (cell: Cell): Program =>
  module(
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(cell.sign)}, '');\nexport default () => ({ blocked: true, reason: '${REASON}' });\n`,
  )(cell);

/** Hooks of a project that is not trusted. */
export const UNTRUSTED_ROWS: readonly Row[] = [
  {
    id: 'untrusted-command',
    section: SECTION,
    fault: 'comes with a clone that is not trusted: no process is started',
    program: guarding,
    expected: unlessProjects,
    trust: 'none',
  },
  {
    id: 'untrusted-http',
    section: SECTION,
    fault: 'comes with a clone that is not trusted: no connection is made',
    program: ({ url, stage }) => ({ content: null, entry: { type: 'http', url: `${url}/${stage.native}` } }),
    handler: 'http',
    surroundings: async (dialect, scope) => {
      let visits = 0;
      const server = await refusing(dialect, () => (visits += 1));
      return { ...server, trespasses: () => (scope === 'project' ? visits : 0) };
    },
    expected: unlessProjects,
    trust: 'none',
  },
  {
    id: 'untrusted-python',
    section: SECTION,
    fault: 'comes with a clone that is not trusted: nothing is imported (Python)',
    program: importedPython,
    handler: 'python',
    expected: unlessProjects,
    trust: 'none',
  },
  {
    id: 'untrusted-module',
    section: SECTION,
    fault: 'comes with a clone that is not trusted: nothing is imported (JavaScript)',
    program: importedModule,
    handler: 'module',
    expected: unlessProjects,
    trust: 'none',
  },
];
