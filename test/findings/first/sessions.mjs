// Reproductions of K and Q rows that need more than one event: a chat, a worktree, an MCP server, a model.
// Each says whether the finding shows: true on the first release, false now.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bash, END } from './world.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const SERVER = join(here, '../../programs/mcp-stdio.mjs');
const MODEL_SERVER = join(here, 'model-server.mjs');
const OWN = '.qoder/settings.json';
const command = (line) => ({ type: 'command', command: line });
const qoder = (handler, event = 'PreToolUse', group = {}) => ({ hooks: { [event]: [{ ...group, hooks: [handler] }] } });
const calls = (name, input = {}) => ({ calls: [{ name, input }] });

const withServer = ({ put }) =>
  put('.mcp.json', { mcpServers: { tools: { command: process.execPath, args: [SERVER] } } });

/** The lines of every transcript. */
const transcripts = ({ state }) => {
  const folder = join(state, 'sessions');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
};

const jsonLines = (text) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const SESSIONS = {
  K15: ({ put, call, project, root, env, text }) => {
    put('.kolega/hooks.json', {
      schema_version: 1,
      hooks: { Notification: [{ hooks: [command('sh -c "cat > told.json"')] }] },
    });
    const steps = put(join(root, 'steps.json'), [bash('touch made'), END]);
    const chat = [process.execPath, call.command, 'chat', '--trust-hooks', '--project', project, '--script', steps];
    // Only a chat in a terminal asks for permission: the prompt, a no as soon as the hook was told, the end.
    const types = `printf 'one\\r'; for i in $(seq 300); do [ -s told.json ] && break; sleep 0.1; done; printf 'n\\r'; sleep 1; printf '/exit\\r'; sleep 1`;
    const line = `{ ${types}; } | script -qfec '${chat.join(' ')}' /dev/null`;
    spawnSync('bash', ['-c', line], { cwd: project, env: { ...env, TERM: 'xterm' }, timeout: 60_000 });
    const told = JSON.parse(text('told.json'));
    return !told.message.endsWith(told.tool_name);
  },
  Q8: ({ put, ask, project }) => {
    const locks = 'if grep -q \'"path": *"CHANGELOG.md"\'; then echo LOCKED; exit 2; fi';
    put('.polytoken/hooks.json', [
      { name: 'lock', event: 'pre_tool_use', matcher: 'file_edit*', handler: { bash: locks } },
    ]);
    put('CHANGELOG.md', 'abc\n');
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.test'];
    for (const words of [
      ['init', '-q'],
      ['add', '-A'],
      [...identity, 'commit', '-qm', 'x'],
    ])
      spawnSync('git', words, { cwd: project });
    const edit = calls('Edit', { file_path: 'CHANGELOG.md', old_string: 'abc', new_string: 'changed' });
    const task = { description: 'd', prompt: 'go', subagent_type: 'general-purpose', isolation: 'worktree' };
    const said = ask(
      [calls('Agent', task), { for: 'subagent', ...edit }, { for: 'subagent', text: '{{last_result}}' }, END],
      ['--json'],
    );
    return !said.includes('LOCKED');
  },
  Q11: (world) => {
    const { put, call, home, root, project } = world;
    put(join(root, 'a.json'), '{"continue":false,"stopReason":"WHY-IT-STOPPED"}');
    put(join(home, OWN), qoder(command(`cat ${root}/a.json`), 'PostToolUse'));
    const steps = put(join(root, 'steps.json'), [bash('echo x'), END]);
    call(['chat', '--script', steps, '--permission-mode', 'bypass', '--project', project], { input: 'one\ntwo\n' });
    return !transcripts(world).some((line) => JSON.parse(line).type === 'item' && line.includes('WHY-IT-STOPPED'));
  },
  Q15: (world) => {
    const { put, ask, home, root, text } = world;
    withServer(world);
    put(join(home, OWN), qoder(command(`cat > ${root}/seen.json`), 'PreToolUse', { matcher: 'mcp__.*' }));
    ask([calls('mcp__tools__echo', { text: 'x' }), END]);
    return JSON.parse(text(join(root, 'seen.json'))).mcp_context.command !== process.execPath;
  },
  Q16: ({ put, call, home, root, project, text }) => {
    put(join(home, OWN), qoder({ type: 'prompt', prompt: 'Is it safe?' }, 'UserPromptSubmit'));
    const [port, asked] = ['port', 'asked'].map((name) => join(root, name));
    const server = spawn(process.execPath, [MODEL_SERVER, port, asked], { stdio: 'ignore' });
    try {
      for (let tries = 0; tries < 300 && !existsSync(port); tries += 1) spawnSync('sleep', ['0.1']);
      const models = ['--model', 'openai-compatible/main', '--slot', 'fast=openai-compatible/small'];
      const words = ['ask', ...models, '--base-url', `http://127.0.0.1:${text(port)}/v1`, '--project', project, 'go'];
      call(words, { more: { OPENAI_COMPATIBLE_API_KEY: 'none' } });
    } finally {
      server.kill();
    }
    return text(asked).split('\n')[0] !== 'main';
  },
  Q17: (world) => {
    const { put, ask, home, root } = world;
    withServer(world);
    put(join(root, 'a.json'), {
      hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content: { name: 'x', age: 3 } },
    });
    const notes = join(root, 'notes.jsonl');
    put(join(home, OWN), {
      hooks: {
        Elicitation: [{ hooks: [command(`cat ${root}/a.json`)] }],
        Notification: [{ hooks: [command(`cat >> ${notes}; echo >> ${notes}`)] }],
      },
    });
    ask([calls('mcp__tools__ask'), END]);
    const told = existsSync(notes) ? jsonLines(readFileSync(notes, 'utf8')) : [];
    return !told.some(({ notification_type: type }) => type === 'elicitation_complete');
  },
  Q18: ({ put, call, has, root, project }) => {
    const answer = put(join(root, 'a.json'), '{"outcome":"suppress"}');
    put('.polytoken/hooks.json', [
      { name: 'g', event: 'pre_compaction', handler: { bash: `touch asked; cat ${answer}` } },
    ]);
    const steps = put(join(root, 'steps.json'), [END]);
    const words = ['chat', '--script', steps, '--permission-mode', 'bypass', '--trust-hooks', '--project', project];
    const { stdout, stderr } = call(words, { input: 'one\n/compact\n' });
    if (!has('asked')) throw new Error('the hook was not asked');
    return /PreCompact|suppress/.test(stdout + stderr);
  },
  Q19: ({ put, ask, project, home }) => {
    put('plugin/hooks/hooks.json', qoder(command('echo kept > "$QODER_PLUGIN_DATA/note"'), 'UserPromptSubmit'));
    ask([END], ['--plugin', join(project, 'plugin')]);
    return !existsSync(join(home, '.qoder/plugins/data/plugin/note'));
  },
  Q23: ({ put, ask, home, root }) => {
    const rules = [{ toolName: 'Bash', ruleContent: 'touch made' }];
    const updatedPermissions = [{ type: 'addRules', behavior: 'allow', rules, destination: 'userSettings' }];
    put(join(root, 'a.json'), {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow', updatedPermissions } },
    });
    const asked = join(root, 'asked');
    put(join(home, OWN), qoder(command(`echo x >> ${asked}; cat ${root}/a.json`), 'PermissionRequest'));
    for (let session = 0; session < 2; session += 1) ask([bash('touch made'), END], [], 'default');
    return readFileSync(asked, 'utf8').length > 2;
  },
  Q27: ({ put, ask, has }) => {
    put('.polytoken/hooks.json', [
      { name: 'g', event: 'pre_tool_use', matcher: '[^x]hell*', handler: { bash: 'echo NO; exit 2' } },
    ]);
    ask([bash('touch made'), END]);
    return has('made');
  },
  Q28: ({ put, fire }) => {
    put('.polytoken/hooks.json', [
      { name: 'g', event: 'pre_tool_use', handler: { bash: 'echo ALOUD; echo WHISPERED >&2; exit 2' } },
    ]);
    const { block, additionalContext } = fire({ tool_input: { command: 'ls' } }, ['--trust-hooks']);
    if (block?.reason !== 'ALOUD') throw new Error('the hook did not refuse');
    return !additionalContext.includes('WHISPERED');
  },
  Q29: ({ put, call, project }) => {
    put('.kode/hooks/g.sh', '#!/bin/bash\necho \'{"colour":"red"}\'\n', 0o755);
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: .kode/hooks/g.sh\n');
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, tool_name: 'Bash', tool_input: {} };
    const { stdout } = call(['fire', '-', '--project', project, '--trust-hooks'], { input: JSON.stringify(event) });
    return stdout.includes('colour');
  },
  Q30: ({ put, call }) => {
    put('.kode/hooks/g.sh', '#!/bin/bash\nexit 0\n', 0o755);
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: .kode/hooks/g.sh\n');
    call(['trust']);
    return !/get no HOME/.test(call(['doctor']).stdout);
  },
};
