import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, fromHook, hook, items, NAMED, subagentItems } from './rows/qoder-scenes.ts';
import { chats } from './support/chat-scene.ts';
import { happened, outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const SMALL = ['--context-length', '1000'];
const FULL = { inputTokens: 900 };

const compactions = (place: Workplace): readonly unknown[] =>
  place.transcript().filter(({ type }) => type === 'compacted');

const SUMMARY = { for: 'compaction', text: 'SUMMARY' };
const SUMMARISED = { kind: 'summary', text: 'SUMMARY' };
const said = (text: string): object => ({ kind: 'assistant', text, calls: [] });

describe('a compaction that becomes due when a prompt is submitted', () => {
  const context = hook('UserPromptSubmit', {
    entry: NAMED,
    answers: [{}, { out: specific('UserPromptSubmit', { additionalContext: 'Mind the tests.' }) }],
  });

  test(
    'keeps the prompt, and what hooks said about it, behind the summary',
    story([context], async (place) => {
      const script = [says('One.', FULL), SUMMARY, says('Two.')];
      await chats({ script, args: SMALL, talk: ({ send }) => send('task one', 'task two: rename foo to bar') })(place);
      expect(compactions(place)).toHaveLength(1);
      expect(items(place)).toEqual([
        SUMMARISED,
        { kind: 'user', text: 'task two: rename foo to bar' },
        { kind: 'reminder', text: fromHook('Mind the tests.') },
        said('Two.'),
      ]);
    }),
  );

  test(
    'keeps what a stop hook wants next',
    story([hook('Stop', { answers: [{ code: 2, err: 'Now the rest.' }, {}] })], async (place) => {
      await place.ask({ script: [says('One.', FULL), SUMMARY, says('Two.')], args: SMALL });
      expect(items(place)).toEqual([SUMMARISED, { kind: 'user', text: 'Now the rest.' }, said('Two.')]);
    }),
  );

  test(
    'in the middle of the work leaves nothing but the summary, so that no call stands without its result',
    story([], async (place) => {
      const work = { calls: [bash('true')], ...FULL };
      await place.ask({ script: [work, SUMMARY, says('Two.')], args: [...SMALL, ...FREELY] });
      expect(items(place)).toEqual([SUMMARISED, said('Two.')]);
    }),
  );
});

describe('a conversation that begins anew is not full', () => {
  test(
    'after /clear the next prompt is not compacted away',
    story([], async (place) => {
      const script = [says('One.', FULL), says('Two.')];
      await chats({ script, args: SMALL, talk: ({ send }) => send('task one', '/clear', 'task two') })(place);
      expect(compactions(place)).toEqual([]);
      expect(items(place)).toEqual([{ kind: 'user', text: 'task two' }, said('Two.')]);
    }),
  );

  test(
    'after /compact it is not compacted again',
    story([], async (place) => {
      const script = [says('One.', FULL), SUMMARY, { for: 'compaction', text: 'AGAIN' }, says('Two.')];
      await chats({ script, args: SMALL, talk: ({ send }) => send('task one', '/compact', 'task two') })(place);
      expect(compactions(place)).toHaveLength(1);
      expect(items(place)).toEqual([SUMMARISED, { kind: 'user', text: 'task two' }, said('Two.')]);
    }),
  );

  const clears = hook('Stop', {
    answers: [{ out: { decision: 'block', reason: 'Now the rest.', ...specific('Stop', { clearContext: true }) } }, {}],
  });

  test(
    'after clearContext it is not compacted, and it keeps the instructions of the project',
    story([clears], async (place) => {
      const file = place.file('AGENTS.md', 'Use tabs.\n');
      await place.ask({ script: [says('One.', FULL), says('Two.')], args: SMALL });
      expect(compactions(place)).toEqual([]);
      expect(items(place)).toEqual([
        { kind: 'reminder', text: `<system-reminder>\nInstructions from ${file}:\nUse tabs.\n\n</system-reminder>` },
        { kind: 'user', text: 'Now the rest.' },
        said('Two.'),
      ]);
    }),
  );
});

describe('a summary that is none replaces nothing', () => {
  test.each([
    ['empty', { text: '' }],
    ['blank', { text: ' \n\t' }],
    ['cut at the limit of output tokens', { text: 'The first half', finish: 'length' }],
  ])('%s, by /compact and near the limit', (_, summary) =>
    story([hook('PostCompact')], async (place) => {
      const nothing = { for: 'compaction', ...summary };
      const script = [says('One.', FULL), nothing, nothing, says('Two.')];
      const asked = await chats({
        script,
        args: SMALL,
        talk: ({ send }) => send('task one', '/compact', 'task two'),
      })(place);
      expect(compactions(place)).toEqual([]);
      expect(place.payloads('hook')).toEqual([]);
      expect(items(place)).toEqual([
        { kind: 'user', text: 'task one' },
        said('One.'),
        { kind: 'user', text: 'task two' },
        said('Two.'),
      ]);
      expect(asked.stderr.split('not compacted: the model gave no complete summary')).toHaveLength(3);
    })(),
  );

  test(
    'that of an empty conversation is not asked for',
    story([hook('PreCompact')], async (place) => {
      const asked = await chats({ script: [SUMMARY, says('One.')], talk: ({ send }) => send('/compact', 'task') })(
        place,
      );
      expect(asked.stderr).toContain('there is nothing to compact yet');
      expect(place.payloads('hook')).toEqual([]);
      expect(compactions(place)).toEqual([]);
      expect(items(place)).toEqual([{ kind: 'user', text: 'task' }, said('One.')]);
    }),
  );
});

test(
  '/clear goes on although a hook wants the session to stay, and says so',
  story(
    [{ name: 'hook', dialect: 'agent-hooks', event: 'session_end', answers: [{ code: 2, err: 'commit first' }, {}] }],
    async (place) => {
      const asked = await chats({ script: [says('One.')], talk: ({ send }) => send('task one', '/clear') })(place);
      expect(asked.stderr).toContain('the session ends although a hook objects: commit first');
      expect(items(place)).toEqual([]);
    },
  ),
);

describe('the instructions of the project', () => {
  const isInstruction = (text: string): boolean => text.includes('Use tabs.');

  test(
    'are given to sub-agents too, before their task',
    story([], async (place) => {
      place.file('AGENTS.md', 'Use tabs.\n');
      await place.ask({ script: [calls(delegates()), says('.'), { for: 'subagent', text: 'I looked.' }] });
      expect(subagentItems(place)).toEqual([
        { kind: 'reminder', text: expect.stringContaining('Use tabs.') as unknown },
        { kind: 'user', text: 'Look around.' },
        said('I looked.'),
      ]);
    }),
  );

  test(
    'are not given again when a session is resumed, unless they have changed',
    story([], async (place) => {
      place.file('AGENTS.md', 'Use tabs.\n');
      await place.ask({ script: [says('One.')] });
      for (const text of ['Two.', 'Three.', 'Four.'])
        await place.ask({ script: [says(text)], args: ['--resume', 'last'] });
      expect(textsOf(place, 'assistant')).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
      expect(textsOf(place, 'reminder').filter(isInstruction)).toHaveLength(1);
      place.file('AGENTS.md', 'Use tabs.\nUse short lines.\n');
      await place.ask({ script: [says('Five.')], args: ['--resume', 'last'] });
      expect(textsOf(place, 'reminder').filter(isInstruction)).toHaveLength(2);
    }),
  );

  test(
    'of a folder are given again after clearContext, when a file there is read again',
    story(
      [
        hook('Stop', {
          answers: [{ out: { decision: 'block', reason: 'Again.', ...specific('Stop', { clearContext: true }) } }, {}],
        }),
      ],
      async (place) => {
        place.file('sub/AGENTS.md', 'Use tabs.\n');
        place.file('sub/file', 'x\n');
        const read = calls(call('Read', { file_path: 'sub/file' }));
        await place.ask({ script: [read, says('One.'), read, says('Two.')] });
        expect(outputsOf(place).map(isInstruction)).toEqual([true, true]);
      },
    ),
  );
});

describe('a resumed session stays in its permission mode', () => {
  const works = (text: string): readonly object[] => [calls(bash('touch made')), says(text)];

  test(
    'that was given at its start',
    story([], async (place) => {
      await place.ask({ script: [says('One.')], args: ['--permission-mode', 'plan'] });
      await place.ask({ script: works('Two.'), args: ['--resume', 'last'] });
      await place.ask({ script: works('Three.'), args: ['--resume', 'last'] });
      const denied = 'Bash is not allowed: plan mode only reads; leave it with another permission mode.';
      expect(outputsOf(place)).toEqual([denied, denied]);
    }),
  );

  test(
    'unless another is asked for, which then stays',
    story([], async (place) => {
      await place.ask({ script: [says('One.')], args: ['--permission-mode', 'plan'] });
      await place.ask({ script: [says('Two.')], args: ['--resume', 'last', ...FREELY] });
      await place.ask({ script: works('Three.'), args: ['--resume', 'last'] });
      expect(has(place, 'made')).toBe(true);
      await place.ask({ script: [says('Four.')], args: ['--resume', 'last', '--permission-mode', 'default'] });
      const asked = await place.ask({ script: works('Five.'), args: ['--resume', 'last'] });
      expect(happened(asked, 'permission')).toMatchObject([{ tool: 'Bash', allowed: false }]);
    }),
  );
});

test(
  'a provider that counts no tokens does not make long sessions slow',
  { timeout: 300_000 },
  story([], async (place) => {
    place.file('notes.txt', Array.from({ length: 600 }, (_, line) => `line ${line} of what is to be read`).join('\n'));
    const read = [call('Read', { file_path: join(place.project, 'notes.txt') })];
    const timeOf = async (more: object): Promise<number> => {
      const startedAt = Date.now();
      const script = [...Array.from({ length: 1_000 }, () => ({ calls: read, ...more })), says('Done.')];
      const asked = await place.ask({ script, args: ['--max-turns', '2000', '--context-length', '100000000'] });
      expect(asked.status).toBe(0);
      return Date.now() - startedAt;
    };
    const counted = await timeOf({ inputTokens: 1 });
    expect(await timeOf({})).toBeLessThan(5 * counted);
  }),
);
