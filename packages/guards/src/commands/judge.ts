import { shown, undecoded } from '../shell/marks.ts';
import { isSet } from '../shell/flags.ts';
import { isPrivateKey } from '../shell/secret-files.ts';
import { actsOf } from '../shell/interpret.ts';
import type { Act, Invocation } from '../shell/shell.ts';
import { contentWrittenBy, isBackup } from '../shell/written-files.ts';
import { type Call, type Place, readCall } from './call.ts';
import { OPERANDS } from './operands.ts';
import { COMMAND_RULES } from './rules.ts';
import { ANY_PROGRAM, type CommandRule, type RedirectRule, type Severity } from './rule.ts';
import { type PackName, PACKS } from './packs.ts';
import { REDIRECT_RULES } from './rules/redirects.ts';
import { TOGETHER_RULES } from './rules/together.ts';
import { AGENT_VARIABLES } from './rules/agents.ts';
import { VARIABLE_RULES } from './rules/trust.ts';

/** A finding about a command. */
export interface Finding {
  readonly rule: string;
  readonly does: Severity;
  /** Completes the sentence "this command …". */
  readonly why: string;
  /** The part that it is about, as a person would write it. */
  readonly part: string;
}

/** How a line of Bash is judged. */
export interface Judging extends Place {
  readonly cwd: string;
  /** What to do about a line that cannot be parsed. */
  readonly unparsable: Severity;
  /** Ids of rules that are switched off. */
  readonly allowed: readonly string[];
  /** Further tables of rules that are switched on. */
  readonly packs?: readonly PackName[];
}

/** All that is dangerous in a line of Bash, the worst first. */
export function judgeCommand(line: string, judging: Judging): readonly Finding[] {
  const acts = actsOf(line, judging);
  const rules = [...COMMAND_RULES, ...(judging.packs ?? []).flatMap((name) => PACKS[name])];
  const found = [...acts.flatMap((act) => findingsOf(act, rules, judging)), ...togetherFindings(acts)];
  const counted = found.filter(({ rule }) => !judging.allowed.includes(rule));
  return [...counted.filter(({ does }) => does === 'block'), ...counted.filter(({ does }) => does === 'ask')];
}

function findingsOf(act: Act, rules: readonly CommandRule[], judging: Judging): readonly Finding[] {
  switch (act.act) {
    case 'run':
      return [...callFindings(act.invocation, rules, judging), ...redirectFindings(act.invocation)];
    case 'set':
      return [...VARIABLE_RULES, ...AGENT_VARIABLES]
        .filter(({ name, value }) => name.test(act.name) && value.test(act.value))
        .map(({ id, does, why }) => ({ rule: id, does, why, part: `${act.name}=${shown(act.value)}` }));
    case 'show-secret':
      return [{ ...SHOWS_SECRET, part: `$${act.name}` }];
    case 'send-variable':
      return [{ ...SENDS_VARIABLE, part: `$${act.name}` }];
    case 'blind-script':
      return [{ rule: `script-from-${act.from}`, ...BLIND[act.from], part: act.by }];
    case 'open-shell':
      return [
        { rule: 'open-shell', does: 'ask', why: 'opens a shell, and no one reviews what it is told', part: act.by },
      ];
    case 'fork-bomb':
      return [{ rule: 'fork-bomb', does: 'block', why: 'starts copies of itself without end', part: act.name }];
    case 'unparsable':
      return [{ rule: 'unparsable', does: judging.unparsable, why: `cannot be understood: ${act.why}`, part: '' }];
  }
}

const SHOWS_SECRET = {
  rule: 'read-credentials',
  does: 'ask',
  why: 'prints a variable that is called a secret',
} as const;

const SENDS_VARIABLE = {
  rule: 'send-secret',
  does: 'ask',
  why: 'tells another machine a variable that is called a secret',
} as const;

const BLIND = {
  network: { does: 'block', why: 'runs a script from the network that no one has reviewed' },
  hidden: { does: 'block', why: 'runs a script that is encoded, so that it cannot be reviewed' },
  encoding: { does: 'ask', why: 'runs text that is written encoded, so that it is not read' },
  program: { does: 'ask', why: 'runs a script that another program prints, and that cannot be known before' },
  'login-script': { does: 'ask', why: 'makes every shell run a program when it starts' },
  'shared-folder': { does: 'ask', why: 'runs a file from a folder where every program may write' },
  variable: { does: 'ask', why: 'runs the text of a variable that this line does not set' },
} as const;

function callFindings(invocation: Invocation, rules: readonly CommandRule[], place: Place): readonly Finding[] {
  const call = readCall(invocation, place);
  const part = shown(invocation.words.join(' '));
  const near = rules.filter((rule) => fitsCall(rule, call));
  const found = near.filter((rule) => fitsText(rule, call)).map(({ id, does, why }) => ({ rule: id, does, why, part }));
  return near.some((rule) => isCut(rule, call)) ? [...found, { ...TOO_LONG, part }] : found;
}

const TOO_LONG = { rule: 'unparsable', does: 'ask', why: 'is too long to be read to its end' } as const;

/** Whether the rule would have to read further than it does; one about every program is about its options. */
const isCut = ({ text, sql, programs }: CommandRule, { invocation }: Call): boolean =>
  programs[0] !== ANY_PROGRAM &&
  (text !== undefined || sql !== undefined) &&
  [...invocation.words, invocation.stdin].some((part) => part.length > LONGEST);

/** What programs do together that none of them does alone. */
function togetherFindings(acts: readonly Act[]): readonly Finding[] {
  const ran = new Set(acts.flatMap((act) => (act.act === 'run' ? [act.invocation.words[0] ?? ''] : [])));
  return TOGETHER_RULES.filter(({ programs }) => programs.every((group) => group.some((name) => ran.has(name)))).map(
    ({ id, does, why, programs }) => ({
      rule: id,
      does,
      why,
      part: programs.flatMap((group) => group.filter((name) => ran.has(name)).slice(0, 1)).join(', '),
    }),
  );
}

/** Whether a rule applies to a call. */
export const fits = (rule: CommandRule, call: Call): boolean => fitsCall(rule, call) && fitsText(rule, call);

function fitsCall(rule: CommandRule, call: Call): boolean {
  if (!(rule.programs[0] === ANY_PROGRAM || rule.programs.includes(call.program)) || onlySpeaks(call)) return false;
  if (!(rule.sites ?? MACHINES).includes(call.invocation.site)) return false;
  if (rule.sub?.every((words, index) => words.includes(call.operands[index] ?? '')) === false) return false;
  if (rule.flags?.every((group) => isSet(call, group)) === false) return false;
  if (rule.without !== undefined && rule.without.some((name) => call.names.has(name))) return false;
  return rule.operands?.every((claim) => OPERANDS[claim](call)) !== false;
}

/** Whether the program only says how it is used, or which version it is. */
const onlySpeaks = ({ program, names, invocation: { words } }: Call): boolean =>
  // What `find` starts or looks for may be called so, too.
  (/^g?find$/.test(program) ? words[1] === '--help' : names.has('help')) ||
  (words.length === 2 && names.has('version'));

function fitsText({ text, sql, unless }: CommandRule, call: Call): boolean {
  const { words, stdin } = call.invocation;
  if (unless?.test(textOf(call)) === true) return false;
  if (text !== undefined && !text.test(textOf(call)) && !text.test(undecoded(stdin.slice(0, LONGEST)))) return false;
  return (
    sql === undefined ||
    [...words, stdin].some((part) =>
      sql.test(
        part
          .slice(0, LONGEST)
          .replace(/^--[\w-]+=/, '')
          .replace(SQL_TEXTS, ''),
      ),
    )
  );
}

const SQL_TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g;

const MACHINES: readonly Invocation['site'][] = ['here', 'remote'];

const textOf = ({ invocation }: Call): string =>
  [...invocation.words, ...invocation.opened.map(({ path }) => path)].join(' ').slice(0, LONGEST);

const LONGEST = 20_000;

function redirectFindings(invocation: Invocation): readonly Finding[] {
  if (invocation.site === 'container') return [];
  const redirected = invocation.opened.filter(({ operator }) => operator.includes('>'));
  const found = redirected.flatMap(({ operator, path }) =>
    REDIRECT_RULES.filter((rule) => rule.path.test(path) && !(rule.keeps === 'appended' && operator === '>>')).map(
      (rule) => writeFinding(rule, `${operator} ${path}`),
    ),
  );
  const keys = invocation.opened.filter(({ operator, path }) => operator === '<' && isPrivateKey(path));
  const written = contentWrittenBy(invocation).flatMap((path) =>
    REDIRECT_RULES.filter(
      (rule) =>
        isWrittenAnew(rule, invocation) &&
        rule.path.test(path) &&
        !(rule.keeps === 'backups' && isBackup(path, invocation)),
    ).map((rule) => writeFinding(rule, `${invocation.words[0] ?? ''} ${path}`)),
  );
  return [...found, ...written, ...keys.map(({ path }) => ({ ...READS_KEY, part: `< ${path}` }))];
}

const READS_KEY = { rule: 'read-private-key', does: 'block', why: 'reads a private key' } as const;

/** `dd` and `tee` write over a file as a redirection does. */
const isWrittenAnew = ({ by, keeps }: RedirectRule, { words }: Invocation): boolean =>
  by === 'any-writer' ||
  (keeps === 'appended' &&
    (words[0] === 'dd' || (words[0] === 'tee' && by === undefined && !words.some((word) => APPENDS.test(word)))));

const APPENDS = /^(?:-\w*a\w*|--append)$/;

const writeFinding = ({ id, does, why }: RedirectRule, part: string): Finding => ({
  rule: id,
  does,
  why,
  part: shown(part),
});
