import { describe, expect, test } from 'vitest';
import { aDialect, anEvent } from '../../../../test/support/hooks.ts';
import { nativeServerTool, neutralServerTool } from './server-tools.ts';

describe('the tool of a server', () => {
  test.each([
    ['cursor', 'mcp__files__read__all', 'MCP:read__all'],
    ['gemini', 'mcp__files__read__all', 'mcp_files_read__all'],
    ['gemini', 'mcp__my_files__read', 'mcp_my_files_read'],
    ['gemini', 'mcp__$&__$1', 'mcp_$&_$1'],
    ['gemini', 'mcp_files_read', null],
    ['gemini', 'mcp__files', null],
    ['claude', 'mcp__files__read', null],
  ])('in %s: %s is %s', (id, neutral, native) => {
    expect(nativeServerTool(aDialect(id), neutral)).toBe(native);
  });

  test.each([
    ['cursor', 'MCP:read_all', undefined, 'mcp__cursor__read_all'],
    ['gemini', 'mcp_files_read_all', undefined, 'mcp__files__read_all'],
    ['gemini', 'mcp_my_files_read_all', 'my_files', 'mcp__my_files__read_all'],
    ['gemini', 'mcp_files_read', 'other', 'mcp__files__read'],
    ['gemini', 'mcp_files', undefined, undefined],
    ['gemini', 'mcp_', undefined, undefined],
    ['gemini', 'run_shell_command', undefined, undefined],
    ['claude', 'mcp__files__read', undefined, undefined],
  ])('of %s: %s (server %s) means %s', (id, tool_name, server_name, neutral) => {
    const event = anEvent('PreToolUse', {
      tool_name,
      ...(server_name === undefined ? {} : { mcp_context: { server_name } }),
    });
    expect(neutralServerTool(aDialect(id), event)).toBe(neutral);
  });
});
