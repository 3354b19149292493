import type { CopiedPlace, CoveredFile, FileCopy, Json } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { sha256 } from '../text/sha256.ts';
import { type GivenTrust, parseGiven } from './given-trust.ts';

/** What was trusted in a project by one decision of a person. */
export interface Pin {
  readonly v: 3;
  /** Resolved path of the project. */
  readonly path: string;
  /** Over the definitions and the files of all hooks: equal for equal content. */
  readonly digest: string;
  /** Decisions about a project are numbered: the highest is the newest, independent of clocks. */
  readonly number: number;
  readonly given: GivenTrust;
  /**
   * The version of the rules by which the files of hooks were found; under others, only the files named here are
   * compared.
   */
  readonly rules: number;
  /** The hook files of the project; the definitions in force are those in here. */
  readonly copy: FileCopy;
  readonly hooks: readonly PinnedHook[];
  /** Files that the hooks write, relative to the project; as data of other hooks they are not covered. */
  readonly written: readonly string[];
  /** Digests of earlier decisions that stay in force beside this one; it replaces all others. */
  readonly beside: readonly string[];
  /** What earlier decisions had trusted, and this one does not. */
  readonly replaced: readonly PinnedHook[];
  /** Definitions that earlier decisions had trusted, and this one does not. Absent: none is known. */
  readonly replacedDefinitions?: readonly CoveredFile[];
}

/** A hook by its id, and every file that it starts or loads, relative to the project. */
export interface PinnedHook {
  readonly id: string;
  readonly files: readonly CoveredFile[];
}

/** The digest of a content: of the definitions as far as they concern hooks, and of the files of all hooks. */
export const pinDigest = (definitions: readonly CoveredFile[], hooks: readonly PinnedHook[]): string =>
  sha256(JSON.stringify(['hookline trust 3', definitions, hooks]));

/** A pin as it is written: with a digest of itself, so that damage is noticed. */
export function pinText(pin: Pin): string {
  const body = JSON.stringify(pin).slice(0, -1);
  return `${body},"check":"${sha256(body)}"}\n`;
}

const CHECKED = /^(.*),"check":"([0-9a-f]{64})"\}\n$/s;

/** Parses a pin; null when the text is not exactly one, or was altered. */
export function parsePin(text: string): Pin | null {
  const [, body, check] = CHECKED.exec(text) ?? [];
  if (body === undefined || sha256(body) !== check) return null;
  const value = parse(`${body}}`);
  return isPin(value) ? value : null;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function isPin(value: unknown): value is Pin {
  if (!isJsonObject(value) || value['v'] !== 3) return false;
  const {
    path,
    digest,
    number,
    rules,
    given,
    copy,
    hooks,
    written,
    beside,
    replaced,
    replacedDefinitions = [],
  } = value;
  return (
    [path, digest].every((each) => typeof each === 'string') &&
    [number, rules].every((each) => typeof each === 'number') &&
    parseGiven(given) !== null &&
    isJsonObject(copy) &&
    Object.values(copy).every(isPlace) &&
    isHooks(hooks) &&
    Array.isArray(written) &&
    Array.isArray(beside) &&
    isHooks(replaced) &&
    isFiles(replacedDefinitions)
  );
}

const KINDS: readonly unknown[] = [
  'text',
  'missing',
  'refused',
  'folder',
  'file',
  'program',
  'directory',
] satisfies CopiedPlace['kind'][];

const isPlace = (value: unknown): boolean => isJsonObject(value) && KINDS.includes(value['kind']);

const isHooks = (value: unknown): value is readonly PinnedHook[] =>
  Array.isArray(value) &&
  value.every((each) => isJsonObject(each) && typeof each['id'] === 'string' && isFiles(each['files']));

const isFiles = (value: unknown): value is readonly CoveredFile[] =>
  Array.isArray(value) && value.every((file) => isJsonObject(file) && typeof file['path'] === 'string');
