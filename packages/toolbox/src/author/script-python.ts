import { blockInPython, refuseInPython } from './block-python.ts';
import { scriptComment } from './script-comment.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** The hook as a Python script. */
export function pythonScript(target: HookTarget, shape: HookShape): string {
  const comment = scriptComment(target, shape).map((line) => `# ${line}`.trimEnd());
  return ['#!/usr/bin/env python3', ...comment, '', ...bodyOf(target, shape), ''].join('\n');
}

function bodyOf(target: HookTarget, shape: HookShape): readonly string[] {
  const { name, native, dialect } = target;
  switch (shape.does) {
    case 'guard':
      return guardBody(target, shape);
    case 'block-commands':
      return blockInPython(target, shape);
    case 'answer':
      return [
        'import json',
        'import sys',
        '',
        'sys.stdin.read()  # the event, which is not needed',
        `print(json.dumps(${literal(shape.answer)}))`,
      ];
    case 'worktree':
      return worktreeBody(dialect.environment.sets.find((field) => 'is' in field && field.is === 'project')?.name);
    case 'observe':
      return [
        'import sys',
        '',
        'sys.stdin.read()  # the event, which is not needed',
        `print(${literal(`${name} saw ${native}`)}, file=sys.stderr)`,
      ];
  }
}

const guardBody = (target: HookTarget, { guard, path }: HookShape & { does: 'guard' }): readonly string[] => [
  'import json',
  'import sys',
  '',
  '',
  ...refuseInPython(target),
  '',
  '',
  '# A guard that cannot read the event refuses: it must not let pass what it has not seen.',
  'try:',
  '    value = json.load(sys.stdin)',
  `    for key in ${literal(path)}:`,
  '        value = value.get(key) if isinstance(value, dict) else None',
  'except ValueError:',
  `    refuse(${literal(`${target.name} could not read the event.`)})`,
  '',
  'text = value if isinstance(value, str) else json.dumps(value)',
  `if ${literal(guard.word)} in text:`,
  `    refuse(${literal(guard.reason)})`,
];

const worktreeBody = (project = 'PWD'): readonly string[] => [
  'import json',
  'import os',
  'import sys',
  '',
  'event = json.load(sys.stdin)',
  '# In a git repository: subprocess.run(["git", "worktree", "add", folder], check=True, stdout=sys.stderr)',
  `folder = os.path.join(os.environ[${literal(project)}], ".worktrees", os.path.basename(event["name"]))`,
  'os.makedirs(folder, exist_ok=True)',
  'print(folder)',
];

/** JSON without `true`, `false` and `null` is Python. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /("(?:[^"\\]|\\.)*")|([:,])/g,
    (_, text: string | undefined, sign: string) => text ?? `${sign} `,
  );
