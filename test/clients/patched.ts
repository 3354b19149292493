import { join } from 'node:path';
import { notProvoked, type Rig, type Verdict } from './cases.ts';
import { connect, endAllOf, environment, hookline, type Installed } from './connected.ts';
import { compare } from './fits.ts';
import { makePlace } from './place.ts';
import { runClient } from './run-client.ts';
import { textIn } from './seeds.ts';

/** A call that changes several files by a patch, and a hook of another system that guards one of them. */
export interface Patched {
  readonly id: string;
  readonly says: string;
  /** The tools that the hook is about. */
  readonly matcher: string;
  readonly isRefused: boolean;
  readonly patch: readonly string[];
}

const ADDED = ['*** Add File: one.txt', '+one'];
const EDITED = ['*** Update File: old.txt', '@@', '-before', '+after'];

export const PATCHES: readonly Patched[] = [
  {
    id: 'a patch of files that a hook for Write does not guard',
    says: 'the hook is asked about the new file, and the patch is carried out',
    matcher: 'Write',
    isRefused: false,
    patch: [...ADDED, ...EDITED],
  },
  {
    id: 'a patch that adds a file that a hook for Write guards, behind others',
    says: 'no file is changed',
    matcher: 'Write',
    isRefused: true,
    patch: [...ADDED, ...EDITED, '*** Add File: guarded.txt', '+two'],
  },
  {
    id: 'a patch that changes a file that a hook for Edit guards, behind others',
    says: 'no file is changed',
    matcher: 'Edit',
    isRefused: true,
    patch: [...ADDED, ...EDITED, '*** Update File: guarded.txt', '@@', '-before', '+after'],
  },
];

const GUARD = String.raw`#!/bin/sh
input=$(cat)
echo asked >> '{{root}}/asked'
case $input in *'"file_path":"{{root}}/project/guarded.txt"'*) echo 'guarded.txt stays' >&2; exit 2 ;; esac
`;

/** Lets the program make the call, and looks at the files and at whether the hook was asked. */
export async function runPatch(rig: Rig, installed: Installed, patched: Patched): Promise<Verdict> {
  const { patch } = rig.client.connection;
  if (typeof patch === 'string') return notProvoked(patched, patch);
  const { id, says, matcher, isRefused } = patched;
  const place = makePlace();
  try {
    place.lay({
      'home/guard.sh': GUARD,
      'home/.qoder/settings.json': {
        hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: '{{root}}/home/guard.sh' }] }] },
      },
    });
    await connect(rig, { installed, place }, 'command');
    const { status, text } = await hookline(installed, place, ['trust', '--unattended']);
    if (status !== 0) throw new Error(`hookline trust failed:\n${text}`);
    const isThere = !patched.patch.includes('*** Add File: guarded.txt');
    const files = { 'project/old.txt': 'before\n', ...(isThere ? { 'project/guarded.txt': 'before\n' } : {}) };
    const call = patch.call(['*** Begin Patch', ...patched.patch, '*** End Patch', ''].join('\n'));
    const play = { prompt: 'Do it', calls: [call], isPermitted: true, files, with: { model: patch.model } };
    await runClient(rig, place, play, environment(installed));
    // Programs differ in whether a file that they make ends with a line break.
    const seen = (name: string): string | null => textIn(place, join('project', name))?.trimEnd() ?? null;
    const found = [
      compare(isRefused ? null : 'one', seen('one.txt'), 'project/one.txt'),
      compare(isRefused ? 'before' : 'after', seen('old.txt'), 'project/old.txt'),
      compare(isThere ? 'before' : null, seen('guarded.txt'), 'project/guarded.txt'),
      compare({ $match: '^asked' }, textIn(place, 'asked'), 'asked'),
    ];
    const problems = found.flatMap((each) => each.problems).map((problem) => problem.replaceAll(place.root, ''));
    return { id, says, verdict: problems.length === 0 ? 'agrees' : 'differs', problems, unseen: [] };
  } finally {
    endAllOf(place);
    place.remove();
  }
}
