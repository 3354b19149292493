import { describe, expect, it } from 'vitest';
import { claude } from '../dialects/claude/table.ts';
import { encodeMcpTool } from './encode-mcp-tool.ts';
import { frameOf } from './frame.ts';

const place = {
  project: '/home/ana/app',
  home: '/home/ana',
  env: {},
  platform: 'linux',
  nonInteractive: false,
  isInsideHook: false,
  canWake: false,
} as const;

const inputOf = (input: Parameters<typeof encodeMcpTool>[0]['input']) => {
  const event = {
    hook_event_name: 'PreToolUse' as const,
    session_id: 's',
    cwd: '/home/ana/app',
    tool_name: 'Write',
    tool_input: { file_path: '/home/ana/app/a.ts', lines: [1, 2] },
  };
  const frame = frameOf(claude, event, place, new Date(0));
  if (frame === null) throw new Error('no such event');
  return encodeMcpTool({ kind: 'mcp_tool', server: 's', tool: 't', input }, frame).input;
};

describe('the input of an MCP tool', () => {
  it('takes values of the event by their path, at any depth', () => {
    expect(inputOf({ a: 'see ${tool_input.file_path}', b: [{ c: '${tool_name}:${hook_event_name}' }] })).toEqual({
      a: 'see /home/ana/app/a.ts',
      b: [{ c: 'Write:PreToolUse' }],
    });
  });
  it('writes a value that is no text as JSON, and one that is missing as nothing', () => {
    expect(inputOf({ a: '${tool_input.lines}', b: '${tool_input.nope}|', c: 3, d: '$HOME' })).toEqual({
      a: '[1,2]',
      b: '|',
      c: 3,
      d: '$HOME',
    });
  });
});
