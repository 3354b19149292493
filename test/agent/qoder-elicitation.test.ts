import { describe, expect, test } from 'vitest';
import { hook, withServer } from './rows/qoder-scenes.ts';
import { happened, messagesOf, outputsOf } from './support/proof.ts';
import { call, calls, FREELY, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

describe('elicitation', () => {
  const asks = async (place: Workplace, tool: string): Promise<unknown> => {
    withServer(place);
    const asked = await place.ask({ script: [calls(call(`mcp__tools__${tool}`)), says('Done.')], args: FREELY });
    return happened(asked, 'elicitation').map(({ action, content }) => ({ action, content }));
  };
  const answerOf = (place: Workplace): unknown => JSON.parse(outputsOf(place)[0] ?? '');

  test(
    'is cancelled where neither a hook nor a user answers',
    story([hook('Elicitation')], async (place) => {
      expect(await asks(place, 'ask')).toEqual([{ action: 'cancel', content: null }]);
      expect(answerOf(place)).toEqual({ action: 'cancel' });
    }),
  );

  test(
    'is declined by exit 2, and ElicitationResult hears so',
    story(
      [hook('Elicitation', { answers: { code: 2, err: 'no' } }), hook('ElicitationResult', { name: 'result' })],
      async (place) => {
        expect(await asks(place, 'ask')).toEqual([{ action: 'decline', content: null }]);
        expect(answerOf(place)).toEqual({ action: 'decline' });
        expect(place.payloads('result')).toMatchObject([{ mcp_server_name: 'tools', action: 'decline' }]);
      },
    ),
  );

  test(
    'that a hook has accepted is declined by exit 2 of ElicitationResult',
    story(
      [
        hook('Elicitation', {
          answers: { out: specific('Elicitation', { action: 'accept', content: { name: 'Ada' } }) },
        }),
        hook('ElicitationResult', { name: 'result', answers: { code: 2, err: 'no' } }),
      ],
      async (place) => {
        expect(await asks(place, 'ask')).toEqual([{ action: 'decline', content: null }]);
        expect(answerOf(place)).toEqual({ action: 'decline' });
        expect(place.payloads('result')).toMatchObject([{ action: 'accept', content: { name: 'Ada' }, mode: 'form' }]);
      },
    ),
  );

  test(
    'with an answer that does not fit the form is declined, and the user learns why',
    story(
      [hook('Elicitation', { answers: { out: specific('Elicitation', { action: 'accept', content: { age: 3 } }) } })],
      async (place) => {
        withServer(place);
        const asked = await place.ask({ script: [calls(call('mcp__tools__ask')), says('Done.')], args: FREELY });
        expect(answerOf(place)).toEqual({ action: 'decline' });
        expect(messagesOf(asked)).toContain(
          'warning: MCP server "tools" was answered "decline": the answer to "Who are you?" lacks "name"',
        );
      },
    ),
  );

  test(
    'of a page has its address and id',
    story([hook('Elicitation', { answers: { out: specific('Elicitation', { action: 'accept' }) } })], async (place) => {
      expect(await asks(place, 'gate')).toEqual([{ action: 'accept', content: null }]);
      expect(place.payloads('hook')).toMatchObject([
        { mode: 'url', url: 'https://example.test/gate', elicitation_id: 'gate-1', requested_schema: null },
      ]);
      expect(outputsOf(place)[0]).toContain('try again when the user is done');
    }),
  );
});
