// Reads the public names of a package from its emitted .d.ts files, which tsc always writes in one form.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Every exported name of a declaration file in the order of its exports: `{ name, kind, comment, text }`. */
export function publicNames(file) {
  const seen = new Map();
  for (const found of exportsOf(file)) if (!seen.has(found.name)) seen.set(found.name, found);
  return [...seen.values()];
}

/** Own declarations and those of files that are exported on. */
function exportsOf(file) {
  return statementsOf(readFileSync(file, 'utf8')).flatMap((statement) => {
    const { text } = statement;
    const whole = /^export (?:type )?\* from '(.+)';$/.exec(text);
    if (whole) return exportsOf(resolved(file, whole[1]));
    const named = /^export (?:type )?\{([\s\S]*)\} from '(.+)';$/.exec(text);
    if (named) return namedExports(named[1], resolved(file, named[2]));
    const spaces = /^export (?:type )?\* as (\w+) from '(.+)';$/.exec(text);
    if (spaces) return [{ name: spaces[1], kind: 'namespace', comment: statement.comment, text }];
    return declarationOf(statement);
  });
}

function namedExports(list, file) {
  const declared = new Map(exportsOf(file).map((found) => [found.name, found]));
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [name, exported = name] = part.split(' as ');
      const found = declared.get(name);
      if (found === undefined) throw new Error(`${file} does not declare ${name}`);
      return { ...found, name: exported };
    });
}

const resolved = (file, specifier) => {
  const path = join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
  if (!existsSync(path)) throw new Error(`${file} exports ${specifier}, which is not there: build the packages first`);
  return path;
};

const KINDS = [
  [/^export declare (?:async )?function (\w+)/, 'function'],
  [/^export declare (?:abstract )?class (\w+)/, 'class'],
  [/^export declare const (\w+): \(/, 'function'],
  [/^export declare const (\w+): <[^]*?>\(/, 'function'],
  [/^export declare const (\w+)/, 'constant'],
  [/^export interface (\w+)/, 'type'],
  [/^export type (\w+)/, 'type'],
];

function declarationOf({ comment, text }) {
  for (const [pattern, kind] of KINDS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return [{ name, kind, comment, text }];
  }
  return [];
}

/** The statements of a declaration file, each with the comment right above it. */
function statementsOf(source) {
  const statements = [];
  let comment = '';
  let open = [];
  for (const line of source.split('\n')) {
    if (open.length === 0 && line.startsWith('/**')) comment = '';
    if (open.length === 0 && /^(?:\/\*\*| \*)/.test(line)) {
      comment += `${line}\n`;
      continue;
    }
    if (line === '' && open.length === 0) continue;
    open.push(line);
    if (!isEnd(line, open.length)) continue;
    statements.push({ comment: plain(comment), text: open.join('\n') });
    [comment, open] = ['', []];
  }
  return statements;
}

const isEnd = (line, count) => (count === 1 ? /[;}]$/.test(line) : /^\S/.test(line) && /[;}]$/.test(line));

/** The words of a comment without its stars. */
const plain = (comment) =>
  comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
