import { guardStart, needsJq, quoted, readInto } from './bash-lines.ts';
import { blockInBash } from './block-bash.ts';
import { scriptComment } from './script-comment.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** The hook as a bash script. */
export function bashScript(target: HookTarget, shape: HookShape): string {
  const comment = scriptComment(target, shape).map((line) => `# ${line}`.trimEnd());
  return ['#!/usr/bin/env bash', ...comment, '', 'set -u', '', ...bodyOf(target, shape), ''].join('\n');
}

/** A script that reads its event does so with jq. */
export const bashNeeds = ({ does }: HookShape): readonly string[] =>
  does === 'guard' || does === 'worktree' ? ['jq'] : [];

function bodyOf(target: HookTarget, shape: HookShape): readonly string[] {
  const { name, native, dialect } = target;
  switch (shape.does) {
    case 'guard':
      return guardBody(target, shape);
    case 'block-commands':
      return blockInBash(target, shape);
    case 'answer':
      return [
        'cat > /dev/null # the event, which is not needed',
        `printf '%s\\n' ${quoted(JSON.stringify(shape.answer))}`,
      ];
    case 'worktree':
      return worktreeBody(
        name,
        dialect.environment.sets.find((field) => 'is' in field && field.is === 'project')?.name,
      );
    case 'observe':
      return ['cat > /dev/null # the event, which is not needed', `echo ${quoted(`${name} saw ${native}`)} >&2`];
  }
}

const guardBody = (target: HookTarget, { guard, path }: HookShape & { does: 'guard' }): readonly string[] => [
  ...guardStart(target),
  ...readInto('text', path, target.name),
  '',
  `if [[ $text == *${quoted(guard.word)}* ]]; then`,
  `  refuse ${quoted(guard.reason)}`,
  'fi',
];

const worktreeBody = (name: string, project = 'PWD'): readonly string[] => [
  `command -v jq > /dev/null || { echo ${quoted(needsJq(name))} >&2; exit 2; }`,
  'worktree=$(jq -r .name) || exit 2',
  '',
  '# In a git repository: git worktree add "$folder" >&2',
  `folder="$${project}/.worktrees/$(basename "$worktree")"`,
  'mkdir -p "$folder" && echo "$folder"',
];
