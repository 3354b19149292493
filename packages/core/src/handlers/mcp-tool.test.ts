import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { CallMcpTool, McpToolRequest, Outcome } from '../model/index.ts';
import { runMcpTool } from './mcp-tool.ts';

const request: McpToolRequest = {
  kind: 'mcp_tool',
  runId: 'r',
  timeoutMs: 1000,
  server: 'policy',
  tool: 'check',
  input: { path: 'a' },
};

const gives = (result: unknown): CallMcpTool => (() => Promise.resolve(result)) as CallMcpTool;

describe('a tool of an MCP server', () => {
  test('its texts are what the hook printed', async () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'image', data: '' },
      { type: 'text', text: 'two' },
    ];
    const report = await runMcpTool(request, gives({ content: parts, structuredContent: { no: 1 } }));
    expect(report).toMatchObject({ ending: { how: 'answered' }, stdout: 'one\ntwo', stderr: '' });
    expect(await runMcpTool(request, gives('plain'))).toMatchObject({ stdout: 'plain' });
    expect(await runMcpTool(request, gives({ content: [], structuredContent: { a: 1 } }))).toMatchObject({
      stdout: '{"a":1}',
    });
  });

  test('is called with the names and the input of the hook', async () => {
    const seen: unknown[] = [];
    await runMcpTool(request, ({ server, tool, input }) => {
      seen.push({ server, tool, input });
      return Promise.resolve('');
    });
    expect(seen).toEqual([{ server: 'policy', tool: 'check', input: { path: 'a' } }]);
  });

  test.each<[string, CallMcpTool | undefined, string, string]>([
    ['no function of the host', undefined, 'unavailable', 'no connection'],
    ['a server that is not connected', () => Promise.reject(new Error('no server policy')), 'unavailable', 'no server'],
    ['an error of the tool', gives({ content: [{ type: 'text', text: 'boom' }], isError: true }), 'raised', 'boom'],
    ['an error without a word', gives({ content: [], isError: true }), 'raised', 'did not say why'],
    ['something else', gives({ ok: true }), 'garbled', 'with content'],
    ['nothing', gives(undefined), 'garbled', 'undefined'],
  ])('%s is a failure', async (_, call, how, why) => {
    const { ending, stdout } = await runMcpTool(request, call);
    expect(ending).toMatchObject({ how, why: expect.stringContaining(why) as unknown });
    expect(stdout).toBe('');
  });

  test('one that takes too long is stopped and not waited for', async () => {
    let isStopped = false;
    const never: CallMcpTool = (_, signal) =>
      new Promise(() => signal.addEventListener('abort', () => (isStopped = true)));
    const { ending } = await runMcpTool({ ...request, timeoutMs: 20 }, never);
    expect(ending).toEqual({ how: 'timed-out', afterMs: 20 });
    expect(isStopped).toBe(true);
  });
});

describe('a hook file that names such a tool', () => {
  const fire = async (call: CallMcpTool | undefined): Promise<Outcome> => {
    const home = mkdtempSync(join(tmpdir(), 'hookline-mcp-tool-'));
    const input = { path: '${tool_input.file_path}', as: ['${hook_event_name}'] };
    const entry = { type: 'mcp_tool', server: 'policy', tool: 'check', input };
    mkdirSync(join(home, '.claude'));
    const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [entry] }] };
    writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
    const own = await createHooks({ project: home, home, env: {}, record: false, ...(call && { mcpTool: call }) });
    onTestFinished(async () => {
      await own.close();
      rmSync(home, { recursive: true, force: true });
    });
    const tool_input = { file_path: 'a.txt', content: '' };
    return own.fire({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: home,
      tool_name: 'Write',
      tool_input,
      tool_use_id: 'c',
    });
  };

  test('refuses by its text, with the values of the event in its input', async () => {
    const deny = { permissionDecision: 'deny', permissionDecisionReason: 'not there' };
    const seen: unknown[] = [];
    const outcome = await fire(({ input }) => {
      seen.push(input);
      const text = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...deny } });
      return Promise.resolve({ content: [{ type: 'text', text }] });
    });
    expect(seen).toEqual([{ path: 'a.txt', as: ['PreToolUse'] }]);
    expect(outcome).toMatchObject({ decision: 'block', block: { effect: 'deny_tool', reason: 'not there' } });
    expect(outcome.hooks).toMatchObject([{ handler: 'mcp_tool', status: 'blocked', exitCode: null }]);
  });

  test.each<[string, CallMcpTool | undefined, string]>([
    ['no host that is connected', undefined, 'unavailable'],
    ['a failing tool', gives({ content: [{ type: 'text', text: 'boom' }], isError: true }), 'exit'],
  ])('%s is a fault, and the action goes on', async (_, call, code) => {
    const outcome = await fire(call);
    expect(outcome).toMatchObject({ decision: 'none', hooks: [{ status: 'failed', fault: { code } }] });
  });

  test('takes no function that is none', async () => {
    await expect(createHooks({ mcpTool: 3 as unknown as CallMcpTool })).rejects.toThrow('mcpTool');
  });
});
