import { isJsonObject, type JsonObject, simpleCommands } from '@hookline/core/internal';
import { relative, resolve } from 'node:path';
import { minimatch } from 'minimatch';

/** What a user or a hook decided about a tool for the rest of the session; `content` null means every use of it. */
export interface Rule {
  readonly tool: string;
  readonly content: string | null;
  readonly behavior: 'allow' | 'deny' | 'ask';
  /** The content is literal: nothing in it is a pattern. */
  readonly isExact?: true;
}

/** The rule as a user reads and writes it. */
export const ruleText = ({ tool, content }: Pick<Rule, 'tool' | 'content'>): string =>
  content === null ? tool : `${tool}(${content})`;

/** What a rule looks at in a call. */
export interface RuledCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** The file it is about, absolute and with symlinks resolved; null when it is about none. */
  readonly file: string | null;
  readonly project: string;
}

/** The strictest rule that applies: deny, then ask, then allow; null when none does. */
export function findRule(rules: readonly Rule[], call: RuledCall): Rule | null {
  const applying = rules.filter((rule) => rule.tool === call.tool && covers(rule, call));
  return BEHAVIORS.map((behavior) => applying.find((rule) => rule.behavior === behavior)).find(Boolean) ?? null;
}

/** What a rule can say, the strictest first. */
export const BEHAVIORS = ['deny', 'ask', 'allow'] as const;

/** The rule that "always" adds: this very command, this very file, or the tool as a whole. */
export function ruleForAlways({ tool, input, file, project }: RuledCall): Rule {
  const command = input['command'];
  const content = typeof command === 'string' ? command : file === null ? null : relative(project, file);
  return { tool, content, behavior: 'allow', isExact: true };
}

/** The same rule for hooks, which cannot mark a content as literal; null when it would be read as a pattern. */
export function ruleToSuggest(call: RuledCall): Rule | null {
  const rule = ruleForAlways(call);
  if (rule.content === null) return rule;
  const pattern = typeof call.input['command'] === 'string' ? COMMAND_PATTERN : FILE_PATTERN;
  return pattern.test(rule.content) ? null : rule;
}

const COMMAND_PATTERN = /:\*$/;
const FILE_PATTERN = /[*?[{(!\\]|^#/;

function covers({ content, behavior, isExact }: Rule, call: RuledCall): boolean {
  if (content === null) return true;
  const command = call.input['command'];
  if (isExact === true) return content === (ruleForAlways(call).content ?? null);
  if (typeof command === 'string') return coversCommand(content, command, behavior);
  if (call.file !== null) return coversFile(content, call.file, call.project);
  const url = call.input['url'];
  return typeof url === 'string' && minimatch(url, content, GLOB);
}

/** To allow, the whole line must be the one command that was meant; to stop one, it is enough that a part of it is. */
function coversCommand(content: string, command: string, behavior: Rule['behavior']): boolean {
  if (command === content) return true;
  if (behavior === 'allow') return !SHELL_SYNTAX.test(command) && coversSimple(content, command);
  const parsed = simpleCommands(command);
  // A line that cannot be parsed may hold anything.
  return 'why' in parsed || parsed.texts.some((part) => coversSimple(content, part));
}

const SHELL_SYNTAX = /[;&|<>`$(){}\n\\]/;

function coversSimple(content: string, command: string): boolean {
  if (!content.endsWith(':*')) return command === content;
  const prefix = content.slice(0, -2);
  return command === prefix || (command.startsWith(prefix) && /^\s/.test(command.slice(prefix.length)));
}

const GLOB = { dot: true, braceExpandMax: 500 } as const;

function coversFile(content: string, file: string, project: string): boolean {
  const within = relative(project, file);
  return (
    within === content ||
    file === resolve(project, content) ||
    minimatch(within, content, GLOB) ||
    minimatch(file, content, GLOB)
  );
}

/** Rules as a hook writes them: `{toolName, ruleContent?}`; what is no such object is left out. */
export function readRules(value: unknown, behavior: Rule['behavior']): readonly Rule[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).flatMap(({ toolName, ruleContent }) => {
    if (typeof toolName !== 'string') return [];
    return [{ tool: toolName, content: typeof ruleContent === 'string' ? ruleContent : null, behavior }];
  });
}
