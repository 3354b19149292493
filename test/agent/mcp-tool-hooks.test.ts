import { describe, expect, test } from 'vitest';
import { withServer } from './rows/qoder-scenes.ts';
import { outputsOf, runsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

/** Puts a handler that calls a tool of the server on an event. */
function calling(place: Workplace, event: string, handler: object): void {
  const hooks = { [event]: [{ hooks: [{ type: 'mcp_tool', server: 'tools', ...handler }] }] };
  place.file('.claude/settings.json', JSON.stringify({ hooks }));
}

const TRIES = [calls(bash('touch made')), says('Done.')];

/** A refusal that the server's tool `echo` gives back, with the command of the call in it. */
const REFUSAL = JSON.stringify(
  specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no: ${tool_input.command}' }),
);

describe('a hook that calls a tool of an MCP server of the project', () => {
  test(
    'refuses by what the tool says, with values of the event in its input',
    story([], async (place) => {
      withServer(place);
      calling(place, 'PreToolUse', { tool: 'echo', input: { text: REFUSAL } });
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual([expect.stringMatching(/no: touch made$/)]);
      expect(runsOf(asked, 'PreToolUse')).toMatchObject([{ handler: 'mcp_tool', status: 'blocked', fault: null }]);
    }),
  );

  test(
    'lets the call pass when the tool has nothing to say about it, and fires no event itself',
    story([{ name: 'all', dialect: 'qoder', event: 'PreToolUse' }], async (place) => {
      withServer(place);
      calling(place, 'PreToolUse', { tool: 'echo', input: { text: '{}' } });
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(place.payloads('all').map((payload) => payload['tool_name'])).toEqual(['Bash']);
      expect(runsOf(asked, 'PreToolUse').filter(({ handler }) => handler === 'mcp_tool')).toMatchObject([
        { status: 'passed', stdout: '{}' },
      ]);
    }),
  );

  test.each<[string, object, string, RegExp]>([
    ['a tool that fails', { tool: 'fail' }, 'exit', /the disk is full/],
    ['a tool that is not there', { tool: 'nothing' }, '', /nothing/],
    ['a server that is not there', { server: 'other', tool: 'echo' }, 'unavailable', /"other" is not connected/],
    ['a server that dies', { tool: 'die' }, 'unavailable', /out of luck/],
  ])('%s: the hook has failed, and the action goes on', (_, handler, code, why) =>
    story([], async (place) => {
      withServer(place);
      calling(place, 'PreToolUse', handler);
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      const [run] = runsOf(asked, 'PreToolUse');
      expect(run).toMatchObject({ status: 'failed' });
      expect(run?.fault?.message).toMatch(why);
      if (code !== '') expect(run?.fault?.code).toBe(code);
    })(),
  );

  test(
    'one that takes too long is stopped at the timeout of the hook',
    story([], async (place) => {
      withServer(place);
      calling(place, 'PreToolUse', { tool: 'slow', timeout: 0.5 });
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toMatchObject([{ status: 'timed_out', fault: { code: 'timeout' } }]);
    }),
  );

  test(
    'has failed at SessionStart: the servers are not connected yet',
    story([], async (place) => {
      withServer(place);
      calling(place, 'SessionStart', { tool: 'echo', input: { text: 'hello' } });
      const asked = await place.ask({ script: [says('Hi.')] });
      expect(runsOf(asked, 'SessionStart')).toMatchObject([{ status: 'failed', fault: { code: 'unavailable' } }]);
      expect(asked.status).toBe(0);
    }),
  );
});
