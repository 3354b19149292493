import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agreement, Parts } from './agreement.ts';
import type { Verdict } from './cases.ts';
import { CLIENTS } from './clients.ts';
import { ADOPTIONS } from './adopted.ts';
import { PATCHES } from './patched.ts';
import { SCENARIOS } from './scenarios.ts';
import { GATHERINGS } from './together.ts';

/** Writes the results and the page that shows them. */
export function publish(root: string, agreement: Agreement): void {
  writeFileSync(join(root, 'test/clients/agreement.json'), `${JSON.stringify(agreement, null, 2)}\n`);
  writeFileSync(join(root, 'docs/reference/agreement.md'), renderAgreement(agreement));
}

/** The page: docs/reference/agreement.md. */
export const renderAgreement = (agreement: Agreement): string =>
  `${[INTRODUCTION, ...CLIENTS.flatMap(({ id, name }) => sectionsOf(name, agreement[id]))].join('\n\n')}\n`;

const INTRODUCTION = `# Agreement with the real programs

What an agent does with a hook is best known by the agent itself. \`npm run test:clients -- ${CLIENTS.map(({ id }) => id).join('|')}\` installs the program from npm into a folder outside the repository, and runs it unmodified: headless, with a home folder of its own, in a network that has nothing but loopback, against a model server of ours that plays the model's part. This page is what the last such run found (\`--write\` writes it); nothing on it is written by hand. The program is not part of hookline and is not needed for anything else. Where it cannot be installed or no such network can be made, the run says so and ends with status 3.`;

function sectionsOf(name: string, found: Agreement[string] | undefined): readonly string[] {
  if (found === undefined) return [`## ${name}\n\nNot run yet.`];
  return [`## ${name} ${found.version}`, ...casesOf(found.parts), ...connectedOf(found.parts), ...costOf(found.parts)];
}

const ABOUT_CASES = `Each [conformance case](../../test/conformance/README.md) of the dialect puts its hooks into the program's own files and makes the event happen. What the program then does is held against the outcome that the case demands of hookline: whether the tool ran, and with which input; what the model was shown; whether the prompt was taken and the turn ended; which hooks ran, and how they ended. A line says what the program does not show, so that it could not be compared.`;

function casesOf({ cases }: Partial<Parts>): readonly string[] {
  if (cases === undefined) return [];
  const count = (word: Verdict['verdict']): number => cases.filter(({ verdict }) => verdict === word).length;
  const differing = cases.filter(({ verdict }) => verdict === 'differs');
  return [
    '### The cases',
    ABOUT_CASES,
    `${cases.length} cases: ${count('agrees')} agree, ${count('differs')} differ, ${count('not provoked')} could not be made to happen.`,
    ...(differing.length === 0 ? [] : [differences(differing)]),
    table(
      ['case', 'rule', 'the program'],
      cases.map((each) => [`\`${each.id}\``, each.says, verdictOf(each)]),
    ),
  ];
}

const ABOUT_CONNECTED = `Hooks of other systems, in a home folder where \`hookline connect\` was run with the installed packages. Each line is one run of the program: a hook, what becomes of it or of hookline, and what the program then did.`;

function connectedOf({ connected }: Partial<Parts>): readonly string[] {
  if (connected === undefined) return [];
  const wrong = connected.filter(({ verdict }) => verdict === 'differs');
  const all = SCENARIOS.length + ADOPTIONS.length + GATHERINGS.length + PATCHES.length;
  const missing = all - connected.length;
  return [
    '### Connected',
    ABOUT_CONNECTED,
    ...(missing > 0 ? [`${missing} of ${all} were not run to their end yet, and are not in the table.`] : []),
    ...(wrong.length === 0 ? [] : [differences(wrong)]),
    table(
      ['hook or mishap', 'must hold', 'seen'],
      connected.map((each) => [each.id, each.says, each.verdict === 'agrees' ? 'holds' : verdictOf(each)]),
    ),
  ];
}

const ABOUT_COST = `From the start of an entry to its answer, for one event with one inline hook; beside it an entry \`sh -c :\`. As the program reports it in the same runs, or, where it reports nothing, the time from the model's answer to the beginning of the call over that in runs without hooks. Medians. "Nothing behind it" is an entry of the same way that only a server answers which does nothing (http: an empty Node server; client: a shell that asks one through pipes; command: \`node -e 0\`), in runs between ours: so much is the agent's own and the way's. The load is the machine's average of a minute at the end of the runs: where it exceeds the number of processors, every step waits for its turn, and the figures say little about a machine that is not busy.`;

function costOf({ cost }: Partial<Parts>): readonly string[] {
  if (cost === undefined) return [];
  const rows = cost.map(({ way, version, ms, shellMs, ratio, floorMs, load }) => [
    way,
    `${ms} ms`,
    `${shellMs} ms`,
    `${ratio}`,
    floorMs === undefined ? 'not measured' : `${floorMs} ms`,
    `${load}`,
    version,
  ]);
  const head = ['by', 'hookline', '`sh -c :`', 'ratio', 'nothing behind it', 'load', 'version'];
  return ['### What one event costs', ABOUT_COST, table(head, rows)];
}

const differences = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map(({ id, why = 'not explained yet', problems }) => `- \`${id}\`: ${why}. Seen: ${problems.join('; ')}.`)
    .join('\n');

function verdictOf({ verdict, why, unseen }: Verdict): string {
  if (verdict === 'not provoked') return `not compared: ${why ?? ''}`;
  if (verdict === 'differs') return '**differs**';
  return unseen.length === 0 ? 'agrees' : `agrees; not shown: ${unseen.join(', ')}`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');
