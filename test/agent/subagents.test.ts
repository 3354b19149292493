import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationItem } from '@hookline/agent';
import { describe, expect, test } from 'vitest';
import type { RecordingHook } from './support/hook-files.ts';
import { happened, itemsOf, messagesOf, outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, reminderOf, says, story } from './support/story.ts';
import { startOpenAiServer } from '../support/openai-server.ts';
import type { Asked, Workplace } from './support/workplace.ts';

type Dialect = RecordingHook['dialect'];

const delegates = (type = 'general-purpose', more: object = {}): object =>
  calls(call('Agent', { description: 'look', prompt: 'Look around.', subagent_type: type, ...more }));

const sub = (step: object): object => ({ for: 'subagent', ...step });

/** One sub-agent that runs one command, and its parent. */
const WORKS = [delegates(), says('Done.'), sub(calls(bash('touch made'))), sub(says('I looked.'))];

/** The items of the sub-agent of the newest session, from its own transcript. */
function subagentItems(place: Workplace): readonly ConversationItem[] {
  const folder = join(place.home, '.local/state/hookline/sessions', String(place.transcript()[0]?.['id']));
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as { readonly type: string; readonly item: ConversationItem })
    .flatMap(({ type, item }) => (type === 'item' ? [item] : []));
}

const idOf = (asked: Asked): string => happened(asked, 'subagent')[0]?.id ?? '';

describe('types of sub-agents come from .agents/agents/*.md', () => {
  const defines = (place: Workplace, name: string, fields: readonly string[], prompt = 'You look.'): void => {
    place.file(`.agents/agents/${name}.md`, ['---', ...fields, '---', prompt, ''].join('\n'));
  };

  test(
    'tools: it has those and no others',
    story([], async (place) => {
      defines(place, 'reader', ['description: reads', 'tools: [Read, Glob]']);
      const script = [delegates('reader'), says('Done.'), sub(calls(bash('touch made'))), sub(says('{{last_result}}'))];
      await place.ask({ script, args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual(['There is no tool Bash.']);
    }),
  );

  test(
    'max_turns: it is stopped there, and its parent reads that it did not finish',
    story([], async (place) => {
      defines(place, 'hasty', ['description: hurries', 'max_turns: 2']);
      const turn = sub({ text: 'Still at it.', calls: [bash('echo x >> turns')] });
      await place.ask({ script: [delegates('hasty'), says('Done.'), turn, turn, turn], args: FREELY });
      expect(readFileSync(join(place.project, 'turns'), 'utf8')).toBe('x\nx\n');
      expect(outputsOf(place)).toEqual([
        expect.stringMatching(/^Still at it\.\n\[the sub-agent did not finish: .*2 model turns/),
      ]);
    }),
  );

  test(
    'model and prompt: it asks that model, with its own system prompt and its task, and knows nothing else',
    story([], async (place) => {
      defines(place, 'small', ['description: small things', 'model: openai-compatible/small'], 'You do small things.');
      const server = await startOpenAiServer((request) =>
        request.body['model'] === 'small'
          ? { text: 'It is small.' }
          : server.requests.length === 1
            ? { calls: [{ name: 'Agent', input: { description: 'x', prompt: 'Shrink it.', subagent_type: 'small' } }] }
            : { text: 'Done.' },
      );
      try {
        const args = ['--model', 'openai-compatible/large', '--base-url', server.url];
        const asked = await place.ask({ prompt: 'A secret wish.', args });
        expect(asked.status).toBe(0);
        expect(server.requests.map(({ body }) => body['model'])).toEqual(['large', 'small', 'large']);
        const sent = JSON.stringify(server.requests[1]?.body['messages']);
        expect(sent).toContain('You do small things.');
        expect(sent).toContain('Shrink it.');
        expect(sent).not.toContain('A secret wish.');
        expect(outputsOf(place)).toEqual(['It is small.']);
      } finally {
        await server.close();
      }
    }),
  );

  test(
    'isolation: worktree: it works in a git worktree of its own, which is gone afterwards',
    story([], async (place) => {
      defines(place, 'apart', ['description: works apart', 'isolation: worktree']);
      commitAll(place);
      const script = [
        delegates('apart'),
        says('Done.'),
        sub(calls(bash('pwd; git rev-parse --show-toplevel'))),
        sub(says('{{last_result}}')),
      ];
      const asked = await place.ask({ script, args: FREELY });
      expect(asked.status).toBe(0);
      const [where = '', top = ''] = (outputsOf(place)[0] ?? '').split('\n');
      expect(where).not.toBe(place.project);
      expect(top).toBe(where);
      expect(existsSync(where)).toBe(false);
    }),
  );

  test(
    'isolation: worktree: work that was not committed is kept, and the user is told where',
    story([], async (place) => {
      defines(place, 'apart', ['description: works apart', 'isolation: worktree']);
      commitAll(place);
      const script = [
        delegates('apart'),
        says('Done.'),
        sub(calls(bash('touch made; pwd'))),
        sub(says('{{last_result}}')),
      ];
      const asked = await place.ask({ script, args: FREELY });
      const where = (outputsOf(place)[0] ?? '').split('\n')[0] ?? '';
      expect(has(place, 'made')).toBe(false);
      expect(existsSync(join(where, 'made'))).toBe(true);
      expect(messagesOf(asked).filter((text) => text.includes(where))).toHaveLength(1);
    }),
  );

  test(
    'an unknown type is a tool error that the model can read',
    story([], async (place) => {
      const asked = await place.ask({ script: [delegates('wizard'), says('Done.')], args: FREELY });
      expect(asked.status).toBe(0);
      expect(itemsOf(place, 'results').flatMap(({ results }) => results)).toEqual([
        expect.objectContaining({ isError: true, output: expect.stringContaining('subagent_type') }),
      ]);
    }),
  );
});

function commitAll({ project, env }: Workplace): void {
  const git = (...words: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...words], {
      cwd: project,
      env,
      stdio: 'pipe',
    });
  };
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'start');
}

describe('tool hooks cover sub-agents', () => {
  const rows: readonly (readonly [Dialect, string, Readonly<Record<string, unknown>>])[] = [
    ['kolega', 'PreToolUse', { tool_name: 'execute_terminal_command' }],
    ['agent-hooks', 'before_tool', { tool_name: 'Shell' }],
    ['qoder', 'PreToolUse', { tool_name: 'Bash', agent_type: 'general-purpose' }],
    ['kode', 'tool_call_pre', { tool: 'shell' }],
    ['polytoken', 'pre_tool_use', { tool_name: 'shell_exec' }],
  ];
  test.each(rows)('%s %s sees the call of the sub-agent and can deny it', (dialect, event, seen) =>
    story([{ name: 'hook', dialect, event, answers: [{}, { code: 2, err: 'not you' }] }], async (place) => {
      const asked = await place.ask({ script: WORKS, args: FREELY });
      expect(asked.status).toBe(0);
      expect(has(place, 'made')).toBe(false);
      expect(place.payloads('hook')).toHaveLength(2);
      expect(place.payloads('hook')[1]).toMatchObject(seen);
      if (dialect === 'qoder') {
        expect(place.payloads('hook')[0]).not.toHaveProperty('agent_id');
        expect(place.payloads('hook')[1]?.['agent_id']).toBe(idOf(asked));
      }
      expect(subagentItems(place)).toContainEqual({
        kind: 'results',
        results: [expect.objectContaining({ isError: true, output: expect.stringContaining('not you') })],
      });
    })(),
  );

  test.each([
    ['kolega', 'PostToolUse'],
    ['agent-hooks', 'after_tool'],
    ['qoder', 'PostToolUse'],
    ['kode', 'tool_call_post'],
    ['polytoken', 'post_tool_use'],
  ] as const)('%s %s hears of the call of the sub-agent, and of the sub-agent itself', (dialect, event) =>
    story([{ name: 'hook', dialect, event }], async (place) => {
      await place.ask({ script: WORKS, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(place.payloads('hook')).toHaveLength(2);
    })(),
  );

  test(
    'kolega PostToolUse that ends the turn ends that of the sub-agent only; its parent goes on',
    story(
      [{ name: 'hook', dialect: 'kolega', event: 'PostToolUse', answers: [{ code: 2, err: 'enough' }, {}] }],
      async (place) => {
        const asked = await place.ask({ script: WORKS, args: FREELY });
        expect(happened(asked, 'turn_end')).toEqual([{ type: 'turn_end', how: 'done', reason: null }]);
        expect(textsOf(place, 'assistant')).toEqual(['', 'Done.']);
        expect(outputsOf(place)[0]).toContain('[the sub-agent did not finish: enough]');
      },
    ),
  );

  test(
    'a permission that is asked for is asked for in sub-agents too',
    story([{ name: 'hook', dialect: 'qoder', event: 'PermissionRequest' }], async (place) => {
      const asked = await place.ask({ script: WORKS });
      expect(has(place, 'made')).toBe(false);
      expect(place.payloads('hook')).toEqual([expect.objectContaining({ tool_name: 'Bash', agent_id: idOf(asked) })]);
    }),
  );
});

describe('prompts and stops are those of the main agent only', () => {
  const MAIN_ONLY: readonly (readonly [Dialect, string])[] = [
    ['kolega', 'UserPromptSubmit'],
    ['kolega', 'Stop'],
    ['kolega', 'SessionStart'],
    ['agent-hooks', 'before_agent'],
    ['agent-hooks', 'after_agent'],
    ['agent-hooks', 'before_stop'],
    ['qoder', 'UserPromptSubmit'],
    ['qoder', 'Stop'],
    ['kode', 'user_prompt_submit'],
    ['polytoken', 'pre_user_prompt'],
    ['polytoken', 'stop'],
  ];
  test(
    'none of these fires for a sub-agent',
    story(
      MAIN_ONLY.map(([dialect, event]) => ({ name: `${dialect}-${event}`, dialect, event })),
      async (place) => {
        const asked = await place.ask({ script: WORKS, args: FREELY });
        expect(asked.status).toBe(0);
        expect(outputsOf(place)).toEqual(['I looked.']);
        expect(
          MAIN_ONLY.map(([dialect, event]) => [dialect, event, place.payloads(`${dialect}-${event}`).length]),
        ).toEqual(MAIN_ONLY.map(([dialect, event]) => [dialect, event, 1]));
      },
    ),
  );
});

test(
  'sub-agents cannot start sub-agents',
  story([{ name: 'hook', dialect: 'agent-hooks', event: 'subagent_start' }], async (place) => {
    const script = [delegates(), says('Done.'), sub(delegates()), sub(says('{{last_result}}'))];
    await place.ask({ script, args: FREELY });
    expect(outputsOf(place)).toEqual(['There is no tool Agent.']);
    expect(place.payloads('hook')).toHaveLength(1);
  }),
);

describe('SubagentStop', () => {
  test(
    'kolega is advisory: [hook] and its reason are appended to the result that the parent sees, then its context',
    story(
      [
        { name: 'objects', dialect: 'kolega', event: 'SubagentStop', answers: { code: 2, err: 'unproven' } },
        {
          name: 'adds',
          dialect: 'kolega',
          event: 'SubagentStop',
          answers: { out: { hookSpecificOutput: { additionalContext: 'see also b.txt' } } },
        },
      ],
      async (place) => {
        await place.ask({ script: WORKS, args: FREELY });
        expect(place.payloads('objects')).toEqual([
          expect.objectContaining({
            agent_name: 'general-purpose',
            result: 'I looked.',
            sub_agent_info: { agent_id: expect.any(String), agent_name: 'general-purpose', task: 'Look around.' },
          }),
        ]);
        expect(place.payloads('adds')).toHaveLength(1);
        expect(outputsOf(place)).toEqual([
          expect.stringMatching(
            /^I looked\.\n\[hook\] unproven\n<system-reminder>\n[^\n]*\nsee also b\.txt\n<\/system-reminder>$/,
          ),
        ]);
      },
    ),
  );

  test(
    'agent-hooks keeps the sub-agent working, at most 3 times, and the parent waits for its last words',
    story(
      [
        { name: 'notes', dialect: 'kolega', event: 'SubagentStop', answers: { code: 2, err: 'unproven' } },
        { name: 'hook', dialect: 'agent-hooks', event: 'subagent_stop', answers: { code: 2, err: 'look again' } },
      ],
      async (place) => {
        const looks = Array.from({ length: 6 }, (_, index) => sub(says(`Look ${index}.`)));
        const asked = await place.ask({ script: [delegates(), says('Done.'), ...looks] });
        expect(place.payloads('hook')).toHaveLength(4);
        expect(subagentItems(place).flatMap((item) => (item.kind === 'user' ? [item.text] : []))).toEqual([
          'Look around.',
          'look again',
          'look again',
          'look again',
        ]);
        expect(outputsOf(place)).toEqual(['Look 3.\n[hook] unproven']);
        expect(place.payloads('notes')).toHaveLength(4);
        expect(messagesOf(asked)).toContain(
          'warning: stopping although a hook objects: it has kept this turn going 3 times',
        );
      },
    ),
  );

  test(
    'qoder keeps it working as well, and knows its transcript',
    story(
      [{ name: 'hook', dialect: 'qoder', event: 'SubagentStop', answers: [{ code: 2, err: 'look again' }, {}] }],
      async (place) => {
        const asked = await place.ask({ script: [...WORKS, sub(says('I looked again.'))], args: FREELY });
        expect(outputsOf(place)).toEqual(['I looked again.']);
        const id = idOf(asked);
        const path = join(
          place.home,
          '.local/state/hookline/sessions',
          String(place.transcript()[0]?.['id']),
          `agent-${id}.jsonl`,
        );
        const common = { agent_id: id, agent_type: 'general-purpose', agent_transcript_path: path };
        expect(place.payloads('hook')).toEqual([
          expect.objectContaining({ ...common, stop_hook_active: false, last_assistant_message: 'I looked.' }),
          expect.objectContaining({ ...common, stop_hook_active: true, last_assistant_message: 'I looked again.' }),
        ]);
        expect(existsSync(path)).toBe(true);
        expect(subagentItems(place)).toEqual([
          { kind: 'user', text: 'Look around.' },
          { kind: 'assistant', text: '', calls: [expect.objectContaining({ name: 'Bash' })] },
          { kind: 'results', results: [expect.objectContaining({ name: 'Bash', isError: false })] },
          { kind: 'assistant', text: 'I looked.', calls: [] },
          { kind: 'user', text: 'look again' },
          { kind: 'assistant', text: 'I looked again.', calls: [] },
        ]);
      },
    ),
  );
});

test(
  'SubagentStop of qoder with clearContext: the report of the sub-agent still reaches its parent',
  story(
    [
      {
        name: 'hook',
        dialect: 'qoder',
        event: 'SubagentStop',
        answers: { out: { hookSpecificOutput: { hookEventName: 'SubagentStop', clearContext: true } } },
      },
    ],
    async (place) => {
      await place.ask({ script: WORKS, args: FREELY });
      expect(outputsOf(place)).toEqual(['I looked.']);
    },
  ),
);

test(
  'SubagentStart of qoder gives its context to the sub-agent, not to the parent',
  story(
    [
      {
        name: 'hook',
        dialect: 'qoder',
        event: 'SubagentStart',
        entry: { name: 'adviser' },
        answers: { out: { hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'be brief' } } },
      },
    ],
    async (place) => {
      await place.ask({ script: WORKS, args: FREELY });
      expect(subagentItems(place)).toContainEqual({ kind: 'reminder', text: reminderOf('adviser', 'be brief') });
      expect(textsOf(place, 'reminder')).toEqual([]);
    },
  ),
);

test(
  'a sub-agent whose model fails is a tool error to its parent, and StopFailure tells whose it was',
  story([{ name: 'hook', dialect: 'qoder', event: 'StopFailure' }], async (place) => {
    const broken = sub({ error: { type: 'rate_limit', message: 'slow down' } });
    const asked = await place.ask({ script: [delegates(), says('Then I do it myself.'), broken] });
    expect(asked.status).toBe(0);
    expect(place.payloads('hook')).toEqual([
      expect.objectContaining({ error_type: 'rate_limit', error: 'slow down', agent_type: 'general-purpose' }),
    ]);
    expect(outputsOf(place)).toEqual(['The sub-agent failed: slow down']);
    expect(textsOf(place, 'assistant')).toEqual(['', 'Then I do it myself.']);
  }),
);
