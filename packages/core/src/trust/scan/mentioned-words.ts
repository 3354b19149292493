import { join } from 'node:path';
import { firstMatches } from '../../text/first-matches.ts';
import { insideProject } from '../paths.ts';
import { startsACommand } from '../../shell/word-roles.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import type { Command, ShellWord } from '../../shell/loose-words.ts';
import { piecesOf } from './command-folders.ts';
import { DATA_READER_NAMES } from './data-words.ts';
import type { Mention } from './dependency.ts';
import type { SearchPath } from './locate.ts';
import { partsOf, pathsNamed } from './named-paths.ts';

/**
 * The paths that words of commands name, whatever the commands do with them, unless they are seen to compare or to
 * show them only. Most are covered; the others are told to people.
 */
export function mentionedInWords(commands: readonly Command[], searchPath: SearchPath): readonly Mention[] {
  return commands.flatMap((command, index) => {
    if (command[0]?.isShown === true) return [];
    const at = command.findIndex(({ text }) => !startsACommand(text));
    const program = (command[at]?.text ?? '').replace(/^.*\//s, '');
    const held = heldBy(command, commands[index - 1]);
    if (held !== null && isOnlyCompared(held, searchPath.text)) return [];
    if (TESTS.test(program)) return looksOf(command, searchPath);
    const words = isIndifferent(command, program) ? command.slice(0, Math.max(0, at)) : command;
    const isTaken = TAKERS.test(program);
    const isSet = at > 0 || /^(?:export|env)$/.test(command[0]?.text ?? '');
    const how = DATA_READER_NAMES.includes(program) ? 'reads' : 'names';
    return words.flatMap((word, place) => (place === at ? [] : mentionsOf(word, { isTaken, isSet, how, searchPath })));
  });
}

interface WordUse {
  /** The program takes what is in a folder that it is given. */
  readonly isTaken: boolean;
  /** Variables are set for a program. */
  readonly isSet: boolean;
  readonly how: 'reads' | 'names';
  readonly searchPath: SearchPath;
}

function mentionsOf(word: ShellWord, { isTaken, isSet, how, searchPath }: WordUse): readonly Mention[] {
  const { text, isWritten, isRead } = word;
  if (isWritten) return [];
  const isSetting = /^\w+\+?=/.test(text);
  const parts = text.length > MOST_LENGTH ? [] : new Set([...partsOf(text), ...piecesOf(text)]);
  return [...parts].flatMap((part): readonly Mention[] => {
    const { files, folders, isOpen } = pathsNamed(part, searchPath);
    const isFolderUsed = part.includes('/') || isTaken || FOLDER_VARIABLE.test(text);
    const isGiven = isSetting ? isSet && !MODULES.test(text) : true;
    const taken = isFolderUsed ? folders : [];
    return [
      ...files.map((path) => ({ path, how: isRead === true ? ('reads' as const) : how })),
      ...taken.map((path) => ({ path, how: isOpen || isGiven ? ('takes' as const) : ('names' as const) })),
    ];
  });
}

const MOST_LENGTH = 8_000;
/** What is imported from there is covered file by file. */
const MODULES = /^(?:PYTHONPATH|PATH)\+?=/;
const FOLDER_VARIABLE = /^\w*(?:PATH|DIR|HOME|ROOT|LIB)\w*\+?=/;
const TESTS = /^(?:\[|\[\[|test)$/;

/** They print, compare, make or remove what they are given, or go there. */
const INDIFFERENT =
  /^(?:echo|printf|case|cd|pushd|popd|mkdir|rmdir|rm|touch|chmod|chown|ls|basename|dirname|realpath|readlink|stat|kill|sleep|exit|return|set|unset|true|false|date|id|which|type|hash|logger|notify-send|prettier|eslint|oxlint|oxfmt|biome|stylelint|black|ruff|isort|flake8|pylint|mypy|pyright|tsc|shellcheck|shfmt|gofmt|rustfmt|clang-format|rubocop)$/;
const TAKERS =
  /^(?:e?grep|fgrep|rg|ag|find|fd|cp|rsync|tar|zip|unzip|install|cat|xargs|parallel|run-parts|zsh|bash|sh|php|perl|ruby|lua|luajit|make|gawk)$/;
const GIT_NAMES = /^(?:add|diff|status|checkout|log|ls-files|stash|restore|rm|mv|commit|show|blame|rev-parse|reset)$/;

function isIndifferent(command: Command, program: string): boolean {
  if (program !== 'git') return INDIFFERENT.test(program);
  const words = command.map(({ text }) => text);
  return (
    words.some((word) => GIT_NAMES.test(word)) && !words.some((word) => /^(?:-c|--config.*|--exec-path.*)$/.test(word))
  );
}

/** The variable that a loop or an assignment gives its words to; null for any other command. */
function heldBy(command: Command, before: Command | undefined): string | null {
  const words = command.map(({ text }) => text);
  const list = /^(\w+)\+?=$/.exec(before?.at(-1)?.text ?? '')?.[1];
  if (list !== undefined) return list;
  if (words[0] === 'for' && words[2] === 'in') return words[1] ?? null;
  const stored = words.filter((word) => !STORES.test(word));
  return stored.length === 1 ? (/^(\w+)\+?=/.exec(stored[0] ?? '')?.[1] ?? null) : null;
}

const STORES = /^(?:local|readonly|declare|typeset|then|do|else|-[aArx]+)$/;

/** Whether a text only compares the value of a variable, or prints it; where the text is not known it may do more. */
function isOnlyCompared(name: string, text: string | undefined, depth = 0): boolean {
  if (text === undefined || depth > MOST_HOPS) return false;
  const uses = firstMatches(text, new RegExp(String.raw`\$\{?[#!]?${name}\b`, 'g'), MOST_USES);
  return uses.length > 0 && uses.every(({ index }) => isCompared(lineBefore(text, index), text, depth));
}

const MOST_HOPS = 2;
const MOST_USES = 40;

const lineBefore = (text: string, index: number): string =>
  text.slice(Math.max(0, index - 300), index).replace(/^[^]*\n/, '');

function isCompared(before: string, text: string, depth: number): boolean {
  const looped = /\bfor\s+(\w+)\s+in\s[^;\n]*$/.exec(before)?.[1];
  if (looped !== undefined) return isOnlyCompared(looped, text, depth + 1);
  return (
    /(?:(?:\[\[?|\btest|\bcase)\s[^;|&\n(`]*|\(\(\s[^;|&\n]*)$/.test(before) ||
    /(?:^|[;&|{(]|\bthen|\bdo)\s*(?:echo|printf)\s[^;|&\n(`]*$/.test(before)
  );
}

const LOOKS = /^-[efsrx]$/;

/** What a test asks to be there. */
function looksOf(command: Command, { project, bases, starts = bases.slice(0, 1) }: SearchPath): readonly Mention[] {
  return command.flatMap(({ text }, index) => {
    if (!LOOKS.test(command[index - 1]?.text ?? '')) return [];
    const path = text.slice(text.lastIndexOf(UNKNOWN) + 1);
    const isPath = text.startsWith(UNKNOWN)
      ? /^\/[^\s*?[\]]+$/.test(path)
      : /^[^\s*?[\]~]+$/.test(path) && path === text;
    if (!isPath || /(?:^|\/)node_modules(?:\/|$)/.test(path)) return [];
    const start = text.startsWith(UNKNOWN) ? project : (starts[0] ?? project);
    const inside = insideProject(project, path.startsWith('/') && path === text ? path : join(start, path));
    return inside === null || inside === project ? [] : [{ path: inside, how: 'exists' as const }];
  });
}
