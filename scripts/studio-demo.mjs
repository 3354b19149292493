// Writes the demo of the studio: a small project with guards of three systems, and what they really decided about a day's
// events. `hookline studio --demo` puts both into a temporary folder.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { createHooks, putInShadow, readTimeline } = await import(join(root, 'packages/core/dist/internal.js'));

const guard = (...lines) => ['#!/bin/bash', 'input=$(cat)', ...lines, ''].join('\n');
const command = (name, line) => ({ type: 'command', name, command: line });

const FILES = {
  'guards/no-rm.sh': guard(
    'case "$input" in',
    '  *"rm -rf"*) echo "rm -rf is not allowed here: move it to the trash instead" >&2; exit 2 ;;',
    'esac',
  ),
  'guards/no-secrets.sh': guard(
    'case "$input" in',
    '  *.env*|*id_rsa*|*AKIA*) echo "this looks like a secret; ask the person first" >&2; exit 2 ;;',
    'esac',
  ),
  'guards/push.sh': guard(
    'case "$input" in',
    `  *"git push"*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"Push to the shared branch?"}}' ;;`,
    'esac',
  ),
  'guards/lint.sh': guard(
    'case "$input" in',
    '  *generated*) echo "lint: cannot read its configuration" >&2; exit 1 ;;',
    'esac',
  ),
  'guards/slow-tests.sh': guard('sleep 0.12'),
  'guards/keep-build.sh': guard(
    'case "$input" in',
    '  *" build/"*|*"ls "*" build"*) echo "build/ belongs to the build; leave it alone" >&2; exit 2 ;;',
    'esac',
  ),
  '.qoder/settings.json': JSON.stringify(
    {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [command('no-rm', 'bash guards/no-rm.sh'), command('push', 'bash guards/push.sh')],
          },
          { matcher: '*', hooks: [command('no-secrets', 'bash guards/no-secrets.sh')] },
          { matcher: 'Bash', hooks: [command('keep-build', 'bash guards/keep-build.sh')] },
        ],
        PostToolUse: [{ matcher: 'Write|Edit', hooks: [command('lint', 'bash guards/lint.sh')] }],
      },
    },
    null,
    2,
  ),
  '.kolega/hooks.json': JSON.stringify(
    { schema_version: 1, hooks: { Stop: [{ hooks: [{ type: 'command', command: 'guards/slow-tests.sh' }] }] } },
    null,
    2,
  ),
  '.claude/settings.json': JSON.stringify(
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command('no-rm', 'bash guards/no-rm.sh')] }] } },
    null,
    2,
  ),
};

// A guard that only watches: it refuses what another one does too, and also what is harmless.
const IN_SHADOW = 'qoder:project:PreToolUse[2].hooks[0]';

const bash = (text) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: text } });
const tool = (tool_name, tool_input) => ({ hook_event_name: 'PreToolUse', tool_name, tool_input });
const after = (tool_name, tool_input) => ({
  hook_event_name: 'PostToolUse',
  tool_name,
  tool_input,
  tool_response: 'done',
});

const EVENTS = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'Make the build faster' },
  bash('git status'),
  tool('Read', { file_path: 'src/build.ts' }),
  bash('npm test -- --run build'),
  tool('Edit', { file_path: 'src/build.ts', old_string: 'slow', new_string: 'fast' }),
  after('Edit', { file_path: 'src/build.ts' }),
  bash('rm -rf build/'),
  tool('Read', { file_path: '.env' }),
  bash('ls -la build'),
  tool('Write', { file_path: 'src/generated/api.ts', content: 'export {};' }),
  after('Write', { file_path: 'src/generated/api.ts' }),
  bash('npm run build'),
  bash('git commit -am "Build what changed"'),
  bash('git push origin main'),
  tool('Grep', { pattern: 'TODO', path: 'src' }),
  bash('cat ~/.ssh/id_rsa'),
  { hook_event_name: 'Stop', stop_hook_active: false },
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-demo-')));
try {
  const project = join(folder, 'shop');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text, { mode: 0o755 });
  }
  const record = join(folder, 'record');
  const env = { HOME: folder, PATH: process.env.PATH };
  const { how } = await putInShadow(IN_SHADOW, { project, home: folder, env });
  if (how !== 'changed') throw new Error(`${IN_SHADOW} could not be put in shadow: ${how}`);
  const hooks = await createHooks({ project, home: folder, env, record, trust: 'all', warm: false });
  if (hooks.diagnostics.some(({ severity }) => severity === 'error'))
    throw new Error(JSON.stringify(hooks.diagnostics));
  for (const event of EVENTS) await hooks.fire({ session_id: 's-1', cwd: project, ...event }, { wait: true });
  await hooks.close();
  const decisions = readTimeline(record).map(({ event, payload, outcome, durationMs, planned, hooks: runs }) => ({
    event,
    payload,
    outcome,
    durationMs,
    planned,
    hooks: runs,
  }));
  const text = JSON.stringify({ files: FILES, inShadow: [IN_SHADOW], decisions }, null, 1).replaceAll(
    project,
    '{project}',
  );
  if (text.includes(folder)) throw new Error('a path of this machine is left in the demo');
  writeFileSync(join(root, 'packages/studio/src/demo/demo.json'), `${text}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
