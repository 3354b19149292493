// The work that both sides of a comparison do: events, scripts and where they lie on disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A guard that reads its event and refuses one command; builtins only, so that the shell's start is what counts. */
export const INLINE = 'IFS= read -r event; [[ $event != *"rm -rf /"* ]]';

const SCRIPT = `#!/bin/bash\n${INLINE}\n`;

const PYTHON_SCRIPT = `import json, sys
event = json.load(sys.stdin)
sys.exit(2 if "rm -rf /" in event["tool_input"]["command"] else 0)
`;

const PYTHON_MODULE = `def guard(event):
    return {"blocked": "rm -rf /" in event.payload["tool_input"]["command"]}
`;

/** A tool call of ordinary size. */
export const smallEvent = (folder) => ({
  hook_event_name: 'PreToolUse',
  session_id: 'bench',
  cwd: folder,
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --run', description: 'Run the tests' },
});

/** The result of a search, about a megabyte as JSON. */
export const largeEvent = (folder) => ({
  hook_event_name: 'PostToolUse',
  session_id: 'bench',
  cwd: folder,
  tool_name: 'Grep',
  tool_input: { pattern: 'import' },
  tool_response: {
    matches: Array.from({ length: 8000 }, (_, line) => ({
      file: `packages/core/src/engine/part-${line % 97}.ts`,
      line,
      text: `  import { part${line} } from "./part-${line}.ts"; // say "hello"\n`,
    })),
  },
});

/** The same guard as an executable script; gives its path. */
export const writeScript = (folder) => writeExecutable(join(folder, 'guard.sh'), SCRIPT);

/** Python itself: where `python3` is a script that looks for a version, that search is not counted. */
export const interpreter = () =>
  execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** The same guard as a python program; gives its path. */
export const writePythonScript = (folder) => write(join(folder, 'guard.py'), PYTHON_SCRIPT);

/** A home in which one event has these shell commands, each with a matcher if it names one. */
export function writeCommands(home, event, commands) {
  const groups = commands.map(({ matcher, command }) => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: 'command', command }],
  }));
  write(join(home, '.qoder/settings.json'), JSON.stringify({ hooks: { [event]: groups } }));
}

/** A home with one hook folder whose entry point is the guard. */
export function writeHookFolder(home) {
  const folder = join(home, '.config/agents/hooks/guard');
  write(join(folder, 'HOOK.md'), '---\nname: guard\ndescription: Refuses one command.\ntrigger: before_tool\n---\n');
  writeExecutable(join(folder, 'scripts/run.sh'), SCRIPT);
}

/** A home with one python callable, which lies in a folder of packages. */
export function writePythonCallable(home, packages) {
  write(join(packages, 'guards.py'), PYTHON_MODULE);
  write(
    join(home, '.local/state/kolega-code/hooks.json'),
    JSON.stringify({
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'python', callable: 'guards:guard' }] }] },
    }),
  );
}

/** Matchers of which none accepts the tool of the small event: half names, half patterns with a literal prefix. */
export const strangers = (count) =>
  Array.from({ length: count }, (_, number) => ({
    matcher: number % 2 === 0 ? `Tool_${number}` : `mcp__server_${number}__.*`,
    command: `exit ${number % 2}`,
  }));

/** The guard so many times, each a command of its own: identical ones may run once. */
export const inlineCommands = (count) =>
  Array.from({ length: count }, (_, number) => ({ command: `: ${number}; ${INLINE}` }));

function writeExecutable(path, text) {
  write(path, text);
  chmodSync(path, 0o755);
  return path;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
