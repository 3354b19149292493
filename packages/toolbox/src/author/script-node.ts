import { blockInNode, refuseInNode } from './block-node.ts';
import { scriptComment } from './script-comment.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** The hook as a Node.js module. */
export function nodeScript(target: HookTarget, shape: HookShape): string {
  const comment = scriptComment(target, shape).map((line) => `// ${line}`.trimEnd());
  return ['#!/usr/bin/env node', ...comment, '', ...bodyOf(target, shape), ''].join('\n');
}

const READ = "import { readFileSync } from 'node:fs';";
const IGNORE = 'readFileSync(0); // the event, which is not needed';

function bodyOf(target: HookTarget, shape: HookShape): readonly string[] {
  const { name, native, dialect } = target;
  switch (shape.does) {
    case 'guard':
      return guardBody(target, shape);
    case 'block-commands':
      return blockInNode(target, shape);
    case 'answer':
      return [READ, '', IGNORE, `console.log(JSON.stringify(${JSON.stringify(shape.answer)}));`];
    case 'worktree':
      return worktreeBody(dialect.environment.sets.find((field) => 'is' in field && field.is === 'project')?.name);
    case 'observe':
      return [READ, '', IGNORE, `console.error(${quoted(`${name} saw ${native}`)});`];
  }
}

const guardBody = (target: HookTarget, { guard, path }: HookShape & { does: 'guard' }): readonly string[] => [
  READ,
  '',
  ...refuseInNode(target),
  '',
  '// A guard that cannot read the event refuses: it must not let pass what it has not seen.',
  'let value;',
  'try {',
  "  value = JSON.parse(readFileSync(0, 'utf8'));",
  `  for (const key of [${path.map(quoted).join(', ')}]) value = value?.[key];`,
  '} catch {',
  `  refuse(${quoted(`${target.name} could not read the event.`)});`,
  '}',
  '',
  "const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');",
  `if (text.includes(${quoted(guard.word)})) refuse(${quoted(guard.reason)});`,
];

const worktreeBody = (project = 'PWD'): readonly string[] => [
  "import { mkdirSync, readFileSync } from 'node:fs';",
  "import { basename, join } from 'node:path';",
  '',
  "const event = JSON.parse(readFileSync(0, 'utf8'));",
  "// In a git repository: execFileSync('git', ['worktree', 'add', folder], { stdio: ['ignore', 2, 2] })",
  `const folder = join(process.env.${project}, '.worktrees', basename(event.name));`,
  'mkdirSync(folder, { recursive: true });',
  'console.log(folder);',
];

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
