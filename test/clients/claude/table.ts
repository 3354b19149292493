import { join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import type { Asker, Client } from '../client.ts';
import type { SeenRequest } from '../../support/openai-server.ts';
import type { FloorEntry } from '../floors.ts';
import { isObject } from '../values.ts';
import { decided } from './decided.ts';
import { readOutcome } from './read.ts';
import { inputOf, observed, provoke, wordsOf } from './scenes.ts';

export const claude: Client = {
  id: 'claude',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.328',
  program: (folder) => join(folder, 'node_modules/@anthropic-ai', `claude-code-linux-${process.arch}`, 'claude'),
  home: { '.claude.json': { hasCompletedOnboarding: true } },
  environment: (modelUrl) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'x',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_ENABLE_TASKS: '1',
  }),
  words: wordsOf,
  input: inputOf,
  asker: askerOf,
  takesPlugins: true,
  provoke,
  read: readOutcome,
  observed,
  decided,
  connection: {
    file: '.claude/settings.json',
    names: {
      SessionStart: 'SessionStart',
      UserPromptSubmit: 'UserPromptSubmit',
      PreToolUse: 'PreToolUse',
      Stop: 'Stop',
    },
    shell: (command) => ({ name: 'Bash', input: { command, description: 'd' } }),
    patch: 'it has no tool that takes a patch',
    copied: ({ hooks }) => ({ 'project/.claude/settings.json': { hooks: weakened(hooks) } }),
    off: { files: { 'project/.claude/settings.json': { disableAllHooks: true } }, word: 'disableAllHooks' },
    instead: [],
    cost: {
      by: 'lines',
      beside: (play, floor) => ({
        ...play,
        with: { ...play.with, settings: JSON.stringify({ hooks: { ...hookBefore(floor), PostToolUse: [EMPTY] } }) },
      }),
    },
  },
};

const EMPTY = { hooks: [{ type: 'command', command: ':' }] };

const hookBefore = (floor: FloorEntry | null): JsonObject =>
  floor === null ? {} : { PreToolUse: [{ hooks: [{ type: 'url' in floor ? 'http' : 'command', ...floor }] }] };

/** Entries that are not waited for. */
function weakened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(weakened);
  if (!isObject(value)) return value;
  const copy: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, weakened(item)]),
  ) as JsonObject;
  const { onFailure: _, ...rest } = copy;
  return 'type' in copy ? { ...rest, async: true, timeout: 0.001 } : copy;
}

/** Told apart by the tools that a request offers: only the agent itself may start agents. */
function askerOf({ body }: SeenRequest): Asker {
  const tools = Array.isArray(body['tools']) ? body['tools'].map((tool) => (tool as { name?: string }).name) : [];
  if (tools.length === 0) return 'hook';
  if (tools.includes('StructuredOutput')) return 'hook-agent';
  return tools.includes('Agent') ? 'agent' : 'subagent';
}
