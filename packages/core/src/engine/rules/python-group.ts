import {
  fail,
  giveUp,
  type RegexGroup,
  type Mode,
  NOTHING,
  peek,
  type RegexPiece,
  type RegexScan,
  takes,
  takeWhile,
} from './python-scan.ts';

type TranslateBranches = (scan: RegexScan, mode: Mode) => RegexPiece;

/** A group whose opening parenthesis was read. */
export function translateGroup(scan: RegexScan, mode: Mode, branches: TranslateBranches): RegexPiece {
  if (scan.depth === DEEPEST) return giveUp(scan, 'groups are nested too deeply');
  scan.depth += 1;
  const before = scan.groups.length;
  const piece = translateKind(scan, mode, branches);
  scan.depth -= 1;
  return scan.groups.length === before ? piece : { ...piece, groups: scan.groups.slice(before) };
}

const DEEPEST = 100;

function translateKind(scan: RegexScan, mode: Mode, branches: TranslateBranches): RegexPiece {
  if (!takes(scan, '?')) return capture(scan, mode, branches, null);
  if (takes(scan, 'P<')) return capture(scan, mode, branches, readName(scan, '>'));
  if (takes(scan, 'P=')) return referToName(scan, readName(scan, ')'));
  if (takes(scan, ':')) return close(scan, '(?:', branches(scan, mode));
  for (const [sign, isBehind] of LOOKS) {
    if (!takes(scan, sign)) continue;
    const before = scan.groups.length;
    const inner = isBehind ? behind(scan, () => branches(scan, mode)) : branches(scan, mode);
    // A group inside a look-around may be unset.
    for (const group of scan.groups.slice(before)) group.branch = null;
    return lookAround(scan, `(?:(?${sign}`, inner, isBehind);
  }
  for (const [sign, why, hint] of UNSUPPORTED) {
    if (takes(scan, sign)) return fail(scan, why, hint);
  }
  const inner = readModeChange(scan, mode);
  return inner === null ? NOTHING : close(scan, '(?:', branches(scan, inner));
}

const LOOKS: readonly (readonly [sign: string, isBehind: boolean])[] = [
  ['=', false],
  ['!', false],
  ['<=', true],
  ['<!', true],
];

const UNSUPPORTED: readonly (readonly [sign: string, why: string, hint: string])[] = [
  ['>', 'atomic groups (?>…) are not supported', 'use (?:…)'],
  ['(', 'conditional groups (?(…)…) are not supported', 'write both cases with |'],
  ['<', '(?<…) is not a Python group', 'name a group with (?P<name>…)'],
];

function capture(scan: RegexScan, mode: Mode, branches: TranslateBranches, name: string | null): RegexPiece {
  if (name !== null && scan.groups.some((group) => group.name === name)) {
    return fail(scan, `the group ${name} is named twice`);
  }
  const group: RegexGroup = { name, branch: null, width: null };
  scan.groups.push(group);
  const piece = close(scan, '(', branches(scan, mode));
  group.branch = scan.branches.at(-1) ?? null;
  group.width = piece.width;
  return piece;
}

function close(scan: RegexScan, opening: string, inner: RegexPiece): RegexPiece {
  if (!takes(scan, ')')) return fail(scan, 'a ( is not closed');
  return { source: `${opening}${inner.source})`, width: inner.width, repeats: 'may' };
}

/**
 * Marks the groups in it: they cannot be referenced from within, where JavaScript matches from the end and Python
 * refuses.
 */
function behind(scan: RegexScan, read: () => RegexPiece): RegexPiece {
  const { groupsBefore } = scan;
  scan.groupsBefore ??= scan.groups.length;
  const piece = read();
  scan.groupsBefore = groupsBefore;
  return piece;
}

function lookAround(scan: RegexScan, opening: string, inner: RegexPiece, isBehind: boolean): RegexPiece {
  if (isBehind && inner.width === null) {
    return fail(scan, 'a look-behind must have a fixed length', 'leave out *, + and ? there');
  }
  const { source } = close(scan, opening, inner);
  return { source: `${source})`, width: 0, repeats: 'may' };
}

function readName(scan: RegexScan, end: string): string {
  const name = takeWhile(scan, /^[\p{L}\p{N}_]$/u);
  if (!/^[\p{L}_]/u.test(name) || !takes(scan, end)) fail(scan, 'a group has no valid name');
  return name;
}

function referToName(scan: RegexScan, name: string): RegexPiece {
  const index = scan.groups.findIndex((group) => group.name === name);
  return index < 0 ? fail(scan, `no group is named ${name}`) : referToGroup(scan, index + 1);
}

/** A reference to what a group matched. */
export function referToGroup(scan: RegexScan, number: number): RegexPiece {
  const group = scan.groups[number - 1];
  if (group === undefined) return fail(scan, `there is no group ${number} before this`);
  if (scan.groupsBefore !== null && number > scan.groupsBefore)
    return fail(scan, `the group ${number} is itself a part of the look-behind`);
  if (group.branch === null || !scan.branches.includes(group.branch)) {
    return fail(scan, `the group ${number} may not have matched here`, 'refer to a group that always takes part');
  }
  return { source: `(?:\\${number})`, width: group.width, repeats: 'may' };
}

/** Flags for one group, as in `(?s-x:…)`; null when they are not supported. */
function readModeChange(scan: RegexScan, mode: Mode): Mode | null {
  const on = takeWhile(scan, /^[aimsuxL]$/);
  const hasOff = takes(scan, '-');
  const off = hasOff ? takeWhile(scan, /^[imsx]$/) : '';
  if (peek(scan) === ')' && on !== '' && !hasOff) {
    fail(scan, `the flags (?${on}) are not at the start`, 'move them to the start of the pattern');
    return null;
  }
  const written = `${on}${hasOff ? `-${off}` : ''}`;
  if (on + off === '' || (hasOff && off === '') || !takes(scan, ':')) {
    fail(scan, `(?${written}${peek(scan)} opens no group that is known`);
    return null;
  }
  if (Array.from(off).some((flag) => on.includes(flag)) || (on.includes('a') && on.includes('u'))) {
    fail(scan, `the flags of (?${written}:…) contradict each other`);
    return null;
  }
  if ((on.includes('i') && !scan.ignoresCase) || off.includes('i') || on.includes('L')) {
    fail(scan, `the flags of (?${written}:…) cannot hold for one group only`, CASE_HINT);
    return null;
  }
  const has = (flag: string, before: boolean): boolean => (before || on.includes(flag)) && !off.includes(flag);
  return {
    ascii: (mode.ascii || on.includes('a')) && !on.includes('u'),
    dotAll: has('s', mode.dotAll),
    multiline: has('m', mode.multiline),
    verbose: has('x', mode.verbose),
    within: mode.within,
  };
}

const CASE_HINT = 'put (?i) at the start of the pattern, or write both cases, as in [Rr]m';
