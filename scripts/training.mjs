// Calls of `hookline fire` that stand for all others: what they use is what must be there at once.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A user's hook in each system, which lets everything pass. */
const SYSTEMS = {
  kolega: {
    '.local/state/kolega-code/hooks.json': {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
    },
  },
  'agent-hooks': {
    '.config/agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: before_tool\n---\n',
    '.config/agents/hooks/guard/scripts/run.sh': '#!/bin/bash\nexit 0\n',
  },
  kode: { '.config/kode/config.yaml': 'hooks:\n  tool_call_pre:\n    - exec: "true"\n' },
  polytoken: {
    '.config/polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'exit 0' } }],
  },
  // The last one has the last word on what is kept compiled.
  qoder: {
    '.qoder/settings.json': {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 0' }] }] },
    },
  },
};

/** Gives each system a home in the folder, and the call that is made there. */
export function prepareTraining(folder) {
  return Object.entries(SYSTEMS).map(([system, files]) => {
    const home = join(folder, system);
    writeFiles(home, { ...files, 'event.json': eventIn(home) });
    return { home, words: ['fire', 'event.json', '--project', home, '--json'] };
  });
}

const eventIn = (home) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: home,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

function writeFiles(home, files) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    if (name.endsWith('.sh')) chmodSync(file, 0o755);
  }
}
