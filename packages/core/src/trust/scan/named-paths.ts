import { join } from 'node:path';
import { entriesByStem, stemOf } from '../folder.ts';
import { insideProject, isFile, isFolder } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { UNKNOWN } from '../../shell/loose-words.ts';
import { isListed } from './mentions.ts';

/** Where a text may mean its paths to be. */
export interface NamingPlace {
  readonly project: string;
  readonly bases: readonly string[];
}

/** What a text may mean by a word: files that are there, and folders that it takes something from. */
export interface NamedPaths {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Whether a part of the word is open, so that any file of the folders may be meant. */
  readonly isOpen: boolean;
}

// A value that is put in, in any language, and what a pattern leaves open.
const OPEN = new RegExp(
  String.raw`\$\{[^{}]{0,80}\}|\$\([^()]{0,80}\)|\$\w+|\{[^{}/]{0,60}\}|%[sdr]|\[[^\]/]{0,40}\]|[*?${UNKNOWN}]+`,
);
const MOST_LENGTH = 300;

/** Resolves a word, also one with an open part: `conf/*.txt` takes from `conf`, and `{}/deny.txt` is a file of any base. */
export function pathsNamed(word: string, place: NamingPlace): NamedPaths {
  const plain = word.replace(/^file:\/\//, '').slice(0, MOST_LENGTH);
  const parts = plain.split(OPEN);
  const [head = ''] = parts;
  if (parts.length === 1) {
    const paths = found(head, place);
    return { files: paths.filter(isFile), folders: paths.filter(isFolder), isOpen: false };
  }
  const tail = (parts.at(-1) ?? '').replace(/^\/+/, '');
  const files = /^\.?\w/.test(tail) ? found(tail, place).filter(isFile) : [];
  const folders = head.includes('/') ? found(head.replace(/[^/]*$/, ''), place).filter(isFolder) : [];
  return { files, folders, isOpen: true };
}

/** Tells quickly which words cannot name anything there, as most strings of a long program. */
export function nameFilter({ project, bases }: NamingPlace): (word: string) => boolean {
  const stems = new Set(bases.flatMap((base) => [...entriesByStem(base).keys()]));
  const spaced = [...stems].filter((stem) => BETWEEN_NAMES.test(stem));
  return (word) =>
    word.includes('..') ||
    word.includes(project) ||
    word.split(BETWEEN_NAMES).some((part) => stems.has(stemOf(part))) ||
    spaced.some((stem) => word.includes(stem));
}

const BETWEEN_NAMES = /[^\w.@+~-]+/;

function found(word: string, { project, bases }: NamingPlace): readonly string[] {
  const path = word.replace(/^(?:\.\/+)+/, '').replace(/(?<=.)\/+$/, '');
  if (/^[./]*$/.test(path)) return [];
  charge('steps', COST_OF_A_WORD, path);
  const [first = '', ...deeper] = path.split('/');
  const places = path.startsWith('/')
    ? [path, ...bases.map((base) => join(base, path))]
    : bases.filter((base) => isListed(base, first, deeper.length)).map((base) => join(base, path));
  const inside = places.map((each) => insideProject(project, each)).filter((each) => each !== null);
  return [...new Set(inside)].filter((each) => each !== project);
}

/** Most words are no names of files, which costs a look into a table. */
const COST_OF_A_WORD = 0.25;

/** The parts of a text that may be paths each: `--rules=a.txt`, `sh lib/x`, `a:b`, and `./x` of a list `${here}/x:b`. */
export const partsOf = (text: string): readonly string[] => {
  const plain = text.replace(/\$\{[^{}]{0,80}\}/g, UNKNOWN); // it may have brackets and colons of its own
  const parts = plain.split(/[\s=:,;|<>()&"'`!@]+/).filter((part) => part !== '' && part !== text);
  const folders = plain.includes(':') ? parts.filter((part) => part.startsWith(`${UNKNOWN}/`)) : [];
  return [text, ...new Set([...parts, ...folders.map((part) => `.${part.slice(1)}`)])].slice(0, MOST_PARTS);
};

const MOST_PARTS = 40;
