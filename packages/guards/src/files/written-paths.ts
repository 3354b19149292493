import { isSet, readFlags, valuesOf } from '../shell/flags.ts';
import { actsOf } from '../shell/interpret.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Act } from '../shell/shell.ts';
import { absolute, filesWrittenBy } from '../shell/written-files.ts';
import type { Patch } from './patched-files.ts';

/** What a line of Bash would do to files. */
export interface Written {
  /** Absolute where the folder is known; globs and unknown parts are marks. */
  readonly paths: readonly string[];
  /** Those of them that are removed with their whole content. */
  readonly removed: readonly string[];
  readonly patches: readonly Patch[];
  /** Why the line cannot be parsed; null when it can. */
  readonly problem: string | null;
}

/** The files that a line of Bash would write, change, move or remove, as far as parsing shows. */
export function writtenPaths(line: string, place: { readonly home: string; readonly cwd: string }): Written {
  const acts = actsOf(line, place);
  const [problem = null] = acts.flatMap((act) => (act.act === 'unparsable' ? [act.why] : []));
  return {
    paths: [...new Set(acts.flatMap(pathsOf))],
    removed: [...new Set(acts.flatMap(removedBy))],
    patches: acts.flatMap(patchesOf),
    problem,
  };
}

function pathsOf(act: Act): readonly string[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const redirected = act.invocation.opened.filter(({ operator }) => operator.includes('>')).map(({ path }) => path);
  return [...redirected, ...filesWrittenBy(act.invocation)];
}

/** The folders that are removed or moved away as a whole. */
function removedBy(act: Act): readonly string[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const [program = '', ...args] = act.invocation.words;
  const { operands, names } = readFlags(args);
  const taken =
    program === 'mv' ? operands.slice(0, -1) : program === 'rm' && (names.has('r') || names.has('R')) ? operands : [];
  return taken.map((word) => absolute(word, act.invocation).replace(/\/+$/, ''));
}

/** The patches that `patch` and `git apply` read, from a file or from what is piped into them. */
function patchesOf(act: Act): readonly Patch[] {
  if (act.act !== 'run' || act.invocation.site !== 'here') return [];
  const { words, stdin, opened, cwd } = act.invocation;
  const [program = '', ...args] = words;
  const flags = readFlags(args, { valued: ['p', 'i', 'd', 'input', 'directory', 'C', 'c', 'strip', 'o', 'output'] });
  const [sub = '', ...rest] = flags.operands;
  // Some agents carry it out themselves, as their own tool.
  if (program === 'apply_patch' || program === 'applypatch') return [{ folder: cwd, text: args[0] ?? stdin }];
  const isGit = program === 'git' && ['apply', 'am'].includes(sub);
  if ((!isGit && program !== 'patch') || isSet(flags, ['dry-run', 'check', 'stat', 'numstat', 'abort'])) return [];
  const folder = valuesOf(flags, ['d', 'directory'])[0] ?? '.';
  const named = isGit ? rest : [...valuesOf(flags, ['i', 'input']), ...flags.operands.slice(1, 2)];
  const files = named.length > 0 ? named : opened.filter(({ operator }) => operator === '<').map(({ path }) => path);
  const from = { folder: absolutePath(folder, { cwd }) };
  return files.length === 0
    ? [{ ...from, text: stdin }]
    : files.map((file) => ({ ...from, file: absolute(file, act.invocation) }));
}
