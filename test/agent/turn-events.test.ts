import { describe, expect, test } from 'vitest';
import { embed, type Embedded, messagesIn, resultsIn } from './support/embedded.ts';
import { bash, call, calls, reminderOf, says } from './support/story.ts';

/** A session with a command of the project. */
async function withCommand(script: readonly unknown[]): Promise<Embedded> {
  const first = await embed();
  first.place.file('.agents/commands/review.md', 'Review $ARGUMENTS with care.');
  const session = await embed({ place: first.place, script });
  await session.agent.start();
  return session;
}

describe('a command of the project', () => {
  test('becomes a prompt; hooks hear of the command first, then of the prompt', async () => {
    const { agent, on, submit, items } = await withCommand([says('It is fine.')]);
    expect(agent.commands).toEqual([{ name: 'review', about: 'Review $ARGUMENTS with care.' }]);
    const expansions = on('UserPromptExpansion', () => ({ additionalContext: 'Be short.' }));
    const prompts = on('UserPromptSubmit');
    expect(await submit('/review src lib')).toEqual({ how: 'done', reason: null });
    expect(expansions).toMatchObject([
      {
        expansion_type: 'slash_command',
        command_name: 'review',
        command_args: 'src lib',
        command_source: 'project',
        prompt: '/review src lib',
      },
    ]);
    expect(prompts).toMatchObject([{ prompt: 'Review src lib with care.' }]);
    expect(items().slice(0, 2)).toEqual([
      { kind: 'user', text: 'Review src lib with care.' },
      expect.objectContaining({ kind: 'reminder', text: expect.stringContaining('Be short.') as unknown }),
    ]);
  });

  test('is rejected by a hook: nothing of it reaches the model or later hooks', async () => {
    const { on, submit, items, told } = await withCommand([says('never')]);
    on('UserPromptExpansion', () => ({ decision: 'block', reason: 'not here' }));
    const prompts = on('UserPromptSubmit');
    expect(await submit('/review')).toEqual({ how: 'rejected', reason: 'not here' });
    expect(prompts).toEqual([]);
    expect(items()).toEqual([]);
    expect(messagesIn(told)).toContain('not here');
  });

  test('a line that names no command is a prompt as it is', async () => {
    const { on, submit, items } = await withCommand([says('Hm.')]);
    const expansions = on('UserPromptExpansion');
    await submit('/reviews are late');
    expect(expansions).toEqual([]);
    expect(items()[0]).toEqual({ kind: 'user', text: '/reviews are late' });
  });
});

describe('suppressOriginalPrompt', () => {
  test('gives the model the context in place of the prompt', async () => {
    const { agent, submit, items } = await embed({ script: [says('I see.')] });
    await agent.start();
    agent.hooks.on({ event: 'UserPromptSubmit', name: 'filter' }, () => ({
      additionalContext: 'The user asks about a customer.',
      extra: { suppressOriginalPrompt: true },
    }));
    expect(await submit('What about Ms Secret?')).toEqual({ how: 'done', reason: null });
    expect(items()).toEqual([
      { kind: 'reminder', text: reminderOf('filter', 'The user asks about a customer.') },
      { kind: 'assistant', text: 'I see.', calls: [] },
    ]);
  });

  test('with nothing in its place rejects the prompt', async () => {
    const { agent, on, submit, items, told } = await embed({ script: [says('never')] });
    await agent.start();
    on('UserPromptSubmit', () => ({ extra: { suppressOriginalPrompt: true } }));
    const reason = 'A hook keeps the prompt from the model, and gives nothing in its place.';
    expect(await submit('What about Ms Secret?')).toEqual({ how: 'rejected', reason });
    expect(items()).toEqual([]);
    expect(messagesIn(told)).toContain(reason);
  });
});

const shown = ({ told }: Embedded): readonly unknown[] =>
  told.flatMap((event) => (event.type === 'text' || event.type === 'text_delta' ? [[event.type, event.text]] : []));

describe('MessageDisplay', () => {
  test('replaces what is shown, never what the model said; no piece is shown before', async () => {
    const session = await embed({ script: [says('The key is 4711.')] });
    await session.agent.start();
    const heard = session.on('MessageDisplay', () => ({ extra: { displayContent: 'The key is ****.' } }));
    await session.submit('Which key?');
    expect(heard).toMatchObject([{ delta: 'The key is 4711.', index: 0, final: true, turn_id: '1' }]);
    expect(shown(session)).toEqual([['text', 'The key is ****.']]);
    expect(session.items()[1]).toEqual({ kind: 'assistant', text: 'The key is 4711.', calls: [] });
  });

  test.each<[string, () => never | { readonly extra: object }, readonly unknown[]]>([
    [
      'a failing hook shows the original',
      () => {
        throw new Error('no');
      },
      [['text', 'Hello.']],
    ],
    ['a hook that says nothing shows the original', () => ({ extra: {} }), [['text', 'Hello.']]],
    ['an empty text shows nothing', () => ({ extra: { displayContent: '' } }), []],
  ])('%s', async (_, answer, texts) => {
    const session = await embed({ script: [says('Hello.')] });
    await session.agent.start();
    session.on('MessageDisplay', answer);
    await session.submit('Hi.');
    expect(shown(session)).toEqual(texts);
  });

  test('without such a hook a text is shown as it comes', async () => {
    const session = await embed({ script: [says('Hello there.')] });
    await session.agent.start();
    await session.submit('Hi.');
    expect(shown(session).at(-1)).toEqual(['text', 'Hello there.']);
    expect(shown(session).length).toBeGreaterThan(1);
  });
});

describe('PostToolBatch', () => {
  const TWO = calls(call('Glob', { pattern: 'a*' }), { ...call('Glob', { pattern: 'b*' }), id: 'second' });

  test('tells of all calls of a reply before the model is asked again; its context comes after the results', async () => {
    const session = await embed({ script: [TWO, says('Nothing there.')] });
    await session.agent.start();
    const heard = session.on('PostToolBatch', () => ({ additionalContext: 'Look elsewhere.' }));
    await session.submit('Look.');
    expect(heard).toMatchObject([
      {
        tool_calls: [
          { tool_name: 'Glob', tool_input: { pattern: 'a*' }, tool_response: expect.any(String) as unknown },
          { tool_name: 'Glob', tool_input: { pattern: 'b*' }, tool_use_id: 'second' },
        ],
      },
    ]);
    expect(session.items().map(({ kind }) => kind)).toEqual([
      'user',
      'assistant',
      'results',
      'results',
      'reminder',
      'assistant',
    ]);
  });

  test('can end the turn before the next model call', async () => {
    const session = await embed({ script: [TWO, says('never')] });
    await session.agent.start();
    session.on('PostToolBatch', () => ({ decision: 'block', reason: 'enough' }));
    expect(await session.submit('Look.')).toEqual({ how: 'ended_by_hook', reason: 'enough' });
    expect(session.items().filter(({ kind }) => kind === 'assistant')).toHaveLength(1);
  });

  test('does not come when the turn was interrupted', async () => {
    const session = await embed({ script: [TWO, says('never')] });
    await session.agent.start();
    const heard = session.on('PostToolBatch');
    const stop = new AbortController();
    session.on('PostToolUse', () => stop.abort());
    expect(await session.agent.submit('Look.', stop.signal)).toMatchObject({ how: 'interrupted' });
    expect(heard).toEqual([]);
  });
});

describe('the task list', () => {
  const create = call('TaskCreate', { subject: 'Test it', description: 'all of it' });
  const complete = call('TaskUpdate', { taskId: '1', status: 'completed' });
  const list = call('TaskList');

  test('hooks hear of a task that is created, and of one that is completed, once', async () => {
    const session = await embed({ script: [calls(create, complete, complete, list), says('Done.')] });
    await session.agent.start();
    const created = session.on('TaskCreated');
    const completed = session.on('TaskCompleted', () => ({ additionalContext: 'Well done.' }));
    await session.submit('Plan.');
    const task = { task_id: '1', task_subject: 'Test it', task_description: 'all of it' };
    expect(created).toMatchObject([task]);
    expect(completed).toMatchObject([task]);
    const [, second, , listed] = resultsIn(session.items());
    expect(second).toMatch(/^Changed #1 \[completed\] Test it\n<system-reminder>[^]*Well done\./);
    expect(listed).toBe('#1 [completed] Test it\n  all of it');
  });

  test('a task that a hook refuses is rolled back, and the model reads why', async () => {
    const session = await embed({ script: [calls(create, list), says('Done.')] });
    await session.agent.start();
    session.on('TaskCreated', () => ({ decision: 'block', reason: 'no such work' }));
    await session.submit('Plan.');
    expect(resultsIn(session.items())).toEqual(['no such work', '(there are no tasks)']);
  });

  test('a task that a hook keeps open stays as it was, and the model reads why', async () => {
    const start = call('TaskUpdate', { taskId: '1', status: 'in_progress' });
    const session = await embed({ script: [calls(create, start, complete, list), says('Done.')] });
    await session.agent.start();
    session.on('TaskCompleted', () => ({ decision: 'block', reason: 'the tests are red' }));
    await session.submit('Plan.');
    expect(resultsIn(session.items()).slice(2)).toEqual(['the tests are red', '#1 [in_progress] Test it\n  all of it']);
  });

  test('is there again when a session is resumed, and needs no permission in plan mode', async () => {
    const first = await embed({ permissionMode: 'plan', script: [calls(create), says('Done.')] });
    await first.agent.start();
    await first.submit('Plan.');
    const next = await embed({ place: first.place, resume: first.agent.id, script: [calls(list), says('Done.')] });
    await next.agent.start();
    await next.submit('What is open?');
    expect(resultsIn(next.items()).at(-1)).toBe('#1 [pending] Test it\n  all of it');
  });

  test('is that of the session for a sub-agent too, whose events name it', async () => {
    const delegate = call('Agent', { description: 'plan', prompt: 'Plan.', subagent_type: 'general-purpose' });
    const session = await embed({
      script: [
        calls(delegate),
        { for: 'subagent', ...calls(create) },
        { for: 'subagent', text: 'Planned.' },
        calls(list),
        says('Done.'),
      ],
    });
    await session.agent.start();
    const created = session.on('TaskCreated');
    await session.submit('Plan.');
    expect(created).toMatchObject([{ task_id: '1', agent_type: 'general-purpose' }]);
    expect(resultsIn(session.items()).at(-1)).toBe('#1 [pending] Test it\n  all of it');
  });
});

describe('defer', () => {
  test('asks, since this agent cannot put a call off', async () => {
    const script = [calls(bash('touch made')), says('Done.')];
    const asked: string[] = [];
    const session = await embed({
      script,
      permissionMode: 'bypass',
      answers: ({ reason }) => {
        asked.push(reason ?? '');
        return false;
      },
    });
    await session.agent.start();
    session.on('PreToolUse', () => ({ decision: 'ask', reason: 'later', extra: { defer: true } }));
    await session.submit('Go.');
    expect(asked).toEqual(['later']);
    expect(resultsIn(session.items())).toEqual(['The user does not allow Bash here.']);
  });
});
