import type { JsonObject } from '@hookline/core';
import type { InputLine, Play, ToolCall } from '../client.ts';
import { asText } from '../values.ts';

/** How each event is made to happen in a headless run; a text says why it is not. */
export function provoke(event: JsonObject): Play | string {
  const name = asText(event['hook_event_name']);
  const scene = SCENES[name];
  return scene === undefined ? `no way to make ${name} happen is known` : scene(event);
}

type Scene = (event: JsonObject) => Play | string;

const play = (more: Partial<Play> = {}): Play => ({ prompt: 'Say hello', calls: [], isPermitted: true, ...more });

const callOf = (event: JsonObject): ToolCall => ({
  name: asText(event['tool_name']),
  input: event['tool_input'] as JsonObject,
});

const calls =
  (...made: readonly ToolCall[]): Scene =>
  () =>
    play({ calls: made });

const byToolCall: Scene = (event) =>
  play({
    prompt: 'Run the command',
    calls: [callOf(event)],
    ...(asText(event['tool_name']).startsWith('mcp__') ? mcp(asText(event['tool_name']).split('__')[1] ?? '') : {}),
  });

/** The program prints nothing about the hooks of some events: one of ours shows that they happen. */
const witnessed = (event: string): Play => {
  const hook = { type: 'command', command: 'touch "$CLAUDE_PROJECT_DIR/../witness"' };
  return play({ witness: 'witness', with: { settings: JSON.stringify({ hooks: { [event]: [{ hooks: [hook] }] } }) } });
};

const echo: ToolCall = { name: 'Bash', input: { command: 'echo ok', description: 'd' } };
const pwd: ToolCall = { name: 'Bash', input: { command: 'pwd', description: 'd' } };
const createTask: ToolCall = { name: 'TaskCreate', input: { subject: 'a', description: 'b' } };
const completeTask: ToolCall = { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } };
const startSubagent: ToolCall = {
  name: 'Agent',
  input: { description: 'd', prompt: 'SUBTASK', subagent_type: 'general-purpose', run_in_background: false },
};

/** A server that asks the person for a name and a number; `ask` answers with what it was told. */
const mcp = (name: string): Partial<Play> => ({ with: { mcp: name } });

const askPerson: Scene = (event) => {
  const server = asText(event['mcp_server_name']);
  return play({ calls: [{ name: `mcp__${server}__ask`, input: {} }], ...mcp(server) });
};

const only =
  (key: string, value: string, scene: Scene): Scene =>
  (event) =>
    event[key] === value ? scene(event) : `only ${key} "${value}" is made to happen, not "${asText(event[key])}"`;

const SCENES: Readonly<Record<string, Scene>> = {
  PreToolUse: byToolCall,
  PostToolUse: byToolCall,
  PostToolUseFailure: byToolCall,
  PermissionRequest: (event) => ({ ...(byToolCall(event) as Play), isPermitted: false }),
  PostToolBatch: calls(echo),
  UserPromptSubmit: (event) => play({ prompt: asText(event['prompt']) }),
  UserPromptExpansion: (event) =>
    play({
      prompt: `/${asText(event['command_name'])} ${asText(event['command_args'] ?? '')}`.trim(),
      files: { [`project/.claude/commands/${asText(event['command_name'])}.md`]: 'Say $ARGUMENTS' },
    }),
  Stop: () => play(),
  SessionStart: only('source', 'startup', () => play()),
  SessionEnd: only('reason', 'other', () => witnessed('SessionEnd')),
  Setup: only('trigger', 'init', () => play({ with: { init: 'yes' } })),
  InstructionsLoaded: only('load_reason', 'session_start', () =>
    play({ files: { 'project/CLAUDE.md': 'Be brief.\n' } }),
  ),
  SubagentStart: calls(startSubagent),
  SubagentStop: calls(startSubagent),
  TaskCreated: calls(createTask),
  TaskCompleted: calls(createTask, completeTask),
  PreModelSwitch: (event) => play({ with: { model: asText(event['requested_model']) } }),
  PostModelSwitch: (event) => play({ with: { model: asText(event['requested_model']) } }),
  PreCompact: only('trigger', 'manual', (event) =>
    play({ with: { compact: asText(event['custom_instructions'] ?? '') } }),
  ),
  PostCompact: only('trigger', 'manual', () => play({ with: { compact: '' } })),
  WorktreeCreate: (event) => play({ calls: [pwd], with: { worktree: asText(event['name']) } }),
  Elicitation: askPerson,
  ElicitationResult: askPerson,
  CwdChanged: calls({ name: 'Bash', input: { command: 'mkdir -p sub && cd sub', description: 'd' } }),
  Notification: () => 'comes with questions that only a terminal shows',
  MessageDisplay: () => 'changes only what a screen shows',
  PermissionDenied: () => 'comes only in auto mode, whose classifier cannot be had offline',
  StopFailure: () => 'its hooks are killed when a headless run ends',
  ConfigChange: () => 'depends on when a watcher of files notices the change',
  FileChanged: () => 'depends on when a watcher of files notices the change',
  TeammateIdle: () => 'needs a team of agents',
  DirectoryAdded: () => 'comes only by a command of the terminal',
  WorktreeRemove: () => 'comes when a person leaves the session',
};

const OBSERVER = {
  hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: 'cat > "$CLAUDE_PROJECT_DIR/../tool-use.json"' }] }] },
};

/** With a hook of ours that looks at what the tool got. */
export const observed = (given: Play): Play => ({
  ...given,
  with: { ...given.with, settings: JSON.stringify(OBSERVER) },
});

/** Where the program of the MCP server stands; the runner sets it. */
const MCP_PROGRAM = 'HOOKLINE_CLIENTS_MCP';

export function wordsOf({ prompt, calls: made, isPermitted, plugins = [], with: how = {} }: Play): readonly string[] {
  const tools = [...new Set(made.map(({ name }) => name))];
  return [
    '-p',
    ...(talks(how) ? ['--input-format', 'stream-json'] : [prompt]),
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-hook-events',
    ...(isPermitted && tools.length > 0 ? ['--allowedTools', tools.join(',')] : []),
    ...plugins.flatMap((folder) => ['--plugin-dir', folder]),
    ...(how['init'] === undefined ? [] : ['--init']),
    ...(how['worktree'] === undefined ? [] : ['--worktree', how['worktree']]),
    ...(how['settings'] === undefined ? [] : ['--settings', how['settings']]),
    ...(how['mcp'] === undefined ? [] : ['--mcp-config', mcpConfiguration(how['mcp'])]),
  ];
}

const mcpConfiguration = (name: string): string =>
  JSON.stringify({
    mcpServers: { [name]: { command: process.execPath, args: [process.env[MCP_PROGRAM] ?? ''] } },
  });

/** These events need a session that is told something between two turns. */
const talks = (how: Readonly<Record<string, string>>): boolean =>
  how['model'] !== undefined || how['compact'] !== undefined;

export function inputOf({ prompt, with: how = {} }: Play): readonly InputLine[] {
  const say = (content: string, count: number): InputLine => ({
    line: { type: 'user', message: { role: 'user', content } },
    until: { type: 'result', count },
  });
  if (how['model'] !== undefined) {
    const request = { subtype: 'set_model', model: how['model'] };
    const change = { type: 'control_request', request_id: 'change', request };
    return [{ line: change, until: { type: 'control_response', count: 1 } }, say(prompt, 1)];
  }
  if (how['compact'] !== undefined) return [say(prompt, 1), say(`/compact ${how['compact']}`.trim(), 2)];
  return [];
}
