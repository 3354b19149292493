import { shown } from '../shell/marks.ts';
import { isSet } from '../shell/flags.ts';
import { actsOf } from '../shell/interpret.ts';
import type { Act, Invocation } from '../shell/shell.ts';
import { type Call, type Place, readCall } from './call.ts';
import { OPERANDS } from './operands.ts';
import { COMMAND_RULES } from './rules.ts';
import { REDIRECT_RULES } from './rules/redirects.ts';
import type { CommandRule, Severity } from './rule.ts';

/** What is wrong with a command. */
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
  /** What to do about a line that cannot be understood. */
  readonly unparsable: Severity;
  /** Ids of rules that do not count. */
  readonly allowed: readonly string[];
}

/** All that is dangerous in a line of Bash, the worst first. */
export function judgeCommand(line: string, judging: Judging): readonly Finding[] {
  const found = actsOf(line, { home: judging.home, cwd: judging.cwd }).flatMap((act) => findingsOf(act, judging));
  const counted = found.filter(({ rule }) => !judging.allowed.includes(rule));
  return [...counted.filter(({ does }) => does === 'block'), ...counted.filter(({ does }) => does === 'ask')];
}

function findingsOf(act: Act, judging: Judging): readonly Finding[] {
  switch (act.act) {
    case 'run':
      return [...callFindings(act.invocation, judging), ...redirectFindings(act.invocation)];
    case 'blind-script':
      return [{ rule: `script-from-${act.from}`, ...BLIND[act.from], part: act.by }];
    case 'fork-bomb':
      return [{ rule: 'fork-bomb', does: 'block', why: 'starts itself without end', part: act.name }];
    case 'unparsable':
      return [{ rule: 'unparsable', does: judging.unparsable, why: `cannot be understood: ${act.why}`, part: '' }];
  }
}

const BLIND = {
  network: { does: 'block', why: 'runs a script from the network that nobody has read' },
  hidden: { does: 'block', why: 'runs a script that is encoded so that nobody can read it' },
  program: { does: 'ask', why: 'runs a script that another program prints, and that cannot be known before' },
} as const;

function callFindings(invocation: Invocation, place: Place): readonly Finding[] {
  const call = readCall(invocation, place);
  const part = shown(invocation.words.join(' '));
  return COMMAND_RULES.filter((rule) => fits(rule, call)).map(({ id, does, why }) => ({ rule: id, does, why, part }));
}

function fits(rule: CommandRule, call: Call): boolean {
  if (!rule.programs.includes(call.program) || call.names.has('help')) return false;
  if (!(rule.sites ?? MACHINES).includes(call.invocation.site)) return false;
  if (rule.sub?.every((words, index) => words.includes(call.operands[index] ?? '')) === false) return false;
  if (rule.flags?.every((group) => isSet(call, group)) === false) return false;
  if (rule.without !== undefined && rule.without.some((name) => call.names.has(name))) return false;
  if (rule.operands?.every((claim) => OPERANDS[claim](call)) === false) return false;
  return fitsText(rule, call);
}

function fitsText({ text, sql, unless }: CommandRule, call: Call): boolean {
  const { words, stdin } = call.invocation;
  if (unless?.test(textOf(call)) === true) return false;
  if (text !== undefined && !text.test(textOf(call)) && !text.test(stdin)) return false;
  return sql === undefined || [...words, stdin].some((part) => sql.test(part.slice(0, LONGEST).replace(SQL_TEXTS, '')));
}

const SQL_TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g;

const MACHINES: readonly Invocation['site'][] = ['here', 'remote'];

const textOf = ({ invocation }: Call): string =>
  [...invocation.words, ...invocation.opened.map(({ path }) => path)].join(' ').slice(0, LONGEST);

const LONGEST = 20_000;

function redirectFindings({ opened, site }: Invocation): readonly Finding[] {
  if (site === 'container') return [];
  const written = opened.filter(({ operator }) => operator.includes('>'));
  return written.flatMap(({ operator, path }) =>
    REDIRECT_RULES.filter((rule) => rule.path.test(path)).map(({ id, does, why }) => ({
      rule: id,
      does,
      why,
      part: `${operator} ${shown(path)}`,
    })),
  );
}
