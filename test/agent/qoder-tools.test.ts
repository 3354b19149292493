import { describe, expect, test } from 'vitest';
import { delegates, fromHook, hook, NAMED, withServer } from './rows/qoder-scenes.ts';
import { outputsOf, runsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, says, specific, story } from './support/story.ts';

describe('the output of a tool', () => {
  const MCP = { matcher: 'mcp__tools__.*', entry: NAMED };
  const script = [calls(call('mcp__tools__sum', { a: 1, b: 2 })), says('Three.')];

  test(
    'updatedMCPToolOutput replaces that of an MCP tool, whose payloads tell of its server',
    story(
      [
        hook('PostToolUse', {
          ...MCP,
          answers: { out: specific('PostToolUse', { updatedMCPToolOutput: { sum: 'hidden' } }) },
        }),
        hook('PreToolUse', { ...MCP, name: 'before' }),
      ],
      async (place) => {
        withServer(place);
        await place.ask({ script, args: FREELY });
        expect(outputsOf(place)).toEqual(['{"sum":"hidden"}']);
        const about = {
          tool_name: 'mcp__tools__sum',
          tool_input: { a: 1, b: 2 },
          mcp_context: { server_name: 'tools', tool_name: 'sum' },
          original_request_name: 'sum',
        };
        expect(place.payloads('before')).toMatchObject([about]);
        const tool_response = { content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 } };
        expect(place.payloads('hook')).toMatchObject([{ ...about, tool_response }]);
      },
    ),
  );

  test(
    'updatedToolOutput outranks updatedMCPToolOutput, which means nothing for other tools',
    story(
      [
        hook('PostToolUse', {
          matcher: 'mcp__tools__sum',
          answers: { out: specific('PostToolUse', { updatedToolOutput: 'this', updatedMCPToolOutput: 'that' }) },
        }),
        hook('PostToolUse', {
          name: 'bash',
          matcher: 'Bash',
          answers: { out: specific('PostToolUse', { updatedMCPToolOutput: 'that' }) },
        }),
      ],
      async (place) => {
        withServer(place);
        await place.ask({ script: [script[0], calls(bash('echo mine')), says('Done.')], args: FREELY });
        expect(outputsOf(place)).toEqual(['this', 'mine\n']);
      },
    ),
  );

  test(
    'cannot be blocked any more: the model reads it, the attempt is a fault',
    story([hook('PostToolUse', { answers: { code: 2, err: 'no' } })], async (place) => {
      const asked = await place.ask({ script: [calls(bash('echo out')), says('Done.')], args: FREELY });
      expect(outputsOf(place)).toEqual(['out\n']);
      expect(runsOf(asked, 'PostToolUse').map(({ fault }) => fault?.code)).toEqual(['no_power']);
    }),
  );
});

describe('the hooks of a tool call', () => {
  test(
    'cover sub-agents, and say whose call it is',
    story(
      [
        hook('PreToolUse', {
          matcher: 'Bash',
          entry: NAMED,
          answers: { out: specific('PreToolUse', { additionalContext: 'Seen.' }) },
        }),
        hook('PostToolUseFailure', { name: 'failed', matcher: 'Bash' }),
      ],
      async (place) => {
        await place.ask({
          script: [
            calls(delegates()),
            { for: 'subagent', calls: [bash('exit 4')] },
            { for: 'subagent', text: '{{last_result}}' },
            says('Done.'),
          ],
          args: FREELY,
        });
        const by = { agent_id: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown, agent_type: 'general-purpose' };
        expect(place.payloads('hook')).toMatchObject([{ ...by, tool_input: { command: 'exit 4' } }]);
        expect(place.payloads('failed')).toMatchObject([
          { ...by, error: 'exit code 4', error_type: 'execution_failed', is_interrupt: false },
        ]);
        // What a sub-agent repeats is no envelope any more.
        expect(outputsOf(place)).toEqual([`exit code 4\n${fromHook('Seen.').replaceAll('<', '&lt;')}`]);
      },
    ),
  );
});
