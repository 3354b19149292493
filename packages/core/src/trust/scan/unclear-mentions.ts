import { relative } from 'node:path';
import { isBelow, isFolder } from '../paths.ts';
import { WHY } from './dependency.ts';
import type { Mention, UnknownPart } from './dependency.ts';

/** What became of the paths of a hook. */
export interface KnownPaths {
  readonly project: string;
  /** Files whose changes are noticed. */
  readonly covered: ReadonlySet<string>;
  /** Folders in which a new file is noticed. */
  readonly folders: readonly string[];
  /** Places at which a new file is noticed. */
  readonly missing: ReadonlySet<string>;
  readonly isWritten: (path: string) => boolean;
}

/** What a text names and nothing covers, for people: each path once, in the order of the text. */
export function unclearMentions(mentions: readonly Mention[], known: KnownPaths): readonly UnknownPart[] {
  const parts = mentions.flatMap((mention) => {
    const why = whyOf(mention, known);
    return why === null ? [] : [{ what: relative(known.project, mention.path) || '.', why }];
  });
  return [...new Map(parts.map((part) => [part.what, part])).values()].slice(0, MOST_NAMED);
}

const MOST_NAMED = 40;

function whyOf({ path, how }: Mention, { covered, folders, missing, isWritten }: KnownPaths): string | null {
  if (covered.has(path) || OF_TOOLS.test(path) || folders.some((each) => path === each || isBelow(each, path)))
    return null;
  if (how === 'exists') return missing.has(path) || isWritten(path) ? null : WHY.exists;
  if (isFolder(path)) {
    const isPassed = how === 'names' && [...covered].some((each) => isBelow(path, each));
    return isPassed ? null : WHY.folder;
  }
  if (isWritten(path)) return how === 'reads' ? WHY.changed : null;
  return WHY.named;
}

/** What git, python and other tools keep for themselves, and logs. */
const OF_TOOLS = /\/(?:\.git|\.cache|__pycache__)(?:\/|$)|\.(?:log|out|err|pid|tmp)$/;
