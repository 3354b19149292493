import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embed, messagesIn, resultsIn, SIGNAL } from './support/embedded.ts';
import { call, calls, reminderOf, says, until } from './support/story.ts';

const namesOf = (...heard: readonly (readonly Record<string, unknown>[])[]): readonly unknown[] =>
  heard.flat().map((event) => event['hook_event_name']);

describe('Setup', () => {
  test('comes before SessionStart in the first session of a project, and its context to the model', async () => {
    const first = await embed({ script: [says('Hi.')] });
    const order: string[] = [];
    const setups = first.on('Setup', () => void order.push('Setup'));
    first.on('SessionStart', () => void order.push('SessionStart'));
    first.agent.hooks.on({ event: 'Setup', name: 'installer' }, () => ({ additionalContext: 'Installed.' }));
    await first.agent.start();
    expect(order).toEqual(['Setup', 'SessionStart']);
    expect(setups).toMatchObject([{ trigger: 'init', cwd: first.place.project }]);
    await first.submit('Hello.');
    expect(first.items()[0]).toEqual({ kind: 'reminder', text: reminderOf('installer', 'Installed.') });
    const second = await embed({ place: first.place });
    const again = second.on('Setup');
    await second.agent.start();
    expect(again).toEqual([]);
  });

  test('comes again when the user asks for maintenance', async () => {
    const { agent, on, submit, items } = await embed({ script: [says('Hi.')] });
    await agent.start();
    const heard = on('Setup', () => ({ additionalContext: 'Updated.' }));
    await agent.maintain();
    expect(heard).toMatchObject([{ trigger: 'maintenance' }]);
    await submit('Hello.');
    expect(items().map(({ kind }) => kind)).toEqual(['user', 'reminder', 'assistant']);
  });

  test('an old session that is resumed is no first one', async () => {
    const first = await embed({ script: [says('Hi.')] });
    await first.agent.start();
    const resumed = await embed({ place: first.place, resume: first.agent.id });
    const heard = resumed.on('Setup');
    await resumed.agent.start();
    expect(heard).toEqual([]);
  });
});

describe('SessionStart', () => {
  test('gives a title and the first prompt of the session', async () => {
    const { agent, on, told } = await embed();
    on('SessionStart', () => ({ extra: { sessionTitle: 'The work', initialUserMessage: 'Begin.' } }));
    expect(await agent.start()).toEqual({ started: true, reason: null, firstPrompt: 'Begin.' });
    expect(told).toContainEqual({ type: 'title', title: 'The work' });
  });

  test('gives neither when a conversation goes on', async () => {
    const { agent, on, told } = await embed();
    await agent.start();
    on('SessionStart', () => ({ extra: { sessionTitle: 'The work' } }));
    await agent.clear();
    expect(told.filter(({ type }) => type === 'title')).toEqual([]);
  });

  test('names paths to watch, which count once the session has started', async () => {
    const { agent, on, place } = await embed({ interactive: true });
    const path = place.file('watched/notes.txt', 'one');
    on('SessionStart', () => ({ extra: { watchPaths: ['watched'] } }));
    const heard = on('FileChanged');
    await agent.start();
    writeFileSync(path, 'two, longer');
    await until(() => heard.length > 0);
    expect(heard).toMatchObject([{ file_path: path, event: 'change' }]);
  });
});

describe('another model', () => {
  test('is asked from now on; hooks hear of it before and after', async () => {
    const { agent, on, told, submit, items } = await embed({ script: [says('Hi.'), says('Here I am.')] });
    await agent.start();
    const before = on('PreModelSwitch');
    const after = on('PostModelSwitch', () => ({ additionalContext: 'You are new.' }));
    await submit('Hello.');
    expect(await agent.switchModel('larger', SIGNAL)).toBe(true);
    expect([...before, ...after]).toMatchObject(
      ['PreModelSwitch', 'PostModelSwitch'].map((hook_event_name) => ({
        hook_event_name,
        from_model: 'script.json',
        to_model: 'larger',
        requested_model: 'larger',
        source: 'command',
      })),
    );
    expect([before[0]?.['model'], after[0]?.['model']]).toEqual(['script.json', 'larger']);
    expect(told).toContainEqual({ type: 'model', from: 'scripted/script.json', to: 'scripted/larger' });
    expect(agent.model).toBe('scripted/larger');
    await submit('And now?');
    expect(
      items()
        .slice(-3)
        .map(({ kind }) => kind),
    ).toEqual(['user', 'reminder', 'assistant']);
  });

  test('is refused by a hook, and the user reads why', async () => {
    const { agent, on, told } = await embed();
    await agent.start();
    on('PreModelSwitch', () => ({ decision: 'block', reason: 'too dear' }));
    const after = on('PostModelSwitch');
    expect(await agent.switchModel('larger', SIGNAL)).toBe(false);
    expect(agent.model).toBe('scripted/script.json');
    expect(after).toEqual([]);
    expect(messagesIn(told)).toContain('the change of the model to larger is not taken over: too dear');
  });

  test.each<[string, ((question: unknown) => boolean) | undefined, boolean]>([
    ['where the user says yes', () => true, true],
    ['but not where the user says no', () => false, false],
    ['but not where no user can answer', undefined, false],
  ])('is used when a hook asks, %s', async (_, answer, isUsed) => {
    const asked: unknown[] = [];
    const answers = (question: unknown): boolean => {
      asked.push(question);
      return answer?.(question) === true;
    };
    const { agent, on, told } = await embed(answer === undefined ? {} : { answers });
    await agent.start();
    on('PreModelSwitch', () => ({ decision: 'ask', reason: 'It is dear.' }));
    expect(await agent.switchModel('larger', SIGNAL)).toBe(isUsed);
    if (answer === undefined) expect(messagesIn(told).join()).toContain('no user is there to answer: It is dear.');
    else expect(asked).toMatchObject([{ input: { to: 'scripted/larger' }, reason: 'It is dear.', rule: null }]);
  });

  test('that is the same is no switch', async () => {
    const { agent, on } = await embed();
    await agent.start();
    const heard = on('PreModelSwitch');
    expect(await agent.switchModel('script.json', SIGNAL)).toBe(false);
    expect(heard).toEqual([]);
  });
});

describe('a further folder', () => {
  const edit = (path: string): object => calls(call('Write', { file_path: path, content: 'new' }));

  test('is worked in as the project is, and hooks and the model hear of it', async () => {
    const session = await embed({ permissionMode: 'acceptEdits' });
    const { agent, on, told, place } = session;
    const [docs, other] = ['docs', 'other'].map((name) => join(realpathSync(place.home), name)) as [string, string];
    for (const path of [docs, other]) mkdirSync(path);
    await agent.start();
    const heard = on('DirectoryAdded', () => ({ additionalContext: 'It holds the manual.' }));
    expect(await agent.addFolder('~/docs')).toBe(true);
    expect(heard).toMatchObject([{ directory: docs, source: 'slash_command' }]);
    expect(told).toContainEqual({ type: 'folder', path: docs });
    const next = await embed({
      place,
      resume: agent.id,
      permissionMode: 'acceptEdits',
      script: [edit(join(docs, 'a')), edit(join(other, 'a')), edit(join(docs, '.git/config')), says('Done.')],
    });
    await next.agent.start();
    await next.submit('Write.');
    expect([existsSync(join(docs, 'a')), existsSync(join(other, 'a'))]).toEqual([true, false]);
    expect(existsSync(join(docs, '.git/config')), 'what decides what may run stays protected').toBe(false);
    expect(
      resultsIn(next.items())
        .slice(1)
        .every((text) => text.includes('needs permission')),
    ).toBe(true);
  });

  test("does not open hookline's own state", async () => {
    const path = '~/.local/state/hookline/trust.json';
    const { agent, submit, items, place } = await embed({
      permissionMode: 'acceptEdits',
      script: [edit(path), says('Done.')],
    });
    await agent.start();
    expect(await agent.addFolder('~')).toBe(true);
    await submit('Write.');
    expect(resultsIn(items())).toEqual([expect.stringContaining('needs permission')]);
    expect(existsSync(join(place.home, '.local/state/hookline/trust.json'))).toBe(false);
    expect(items().filter(({ kind }) => kind === 'reminder')).toEqual([
      expect.objectContaining({ text: expect.stringContaining('The user added the folder') as unknown }),
    ]);
  });

  test.each([
    ['nowhere', false, 'is not a folder'],
    ['.', true, 'belongs to the session already'],
  ])('%s is told', async (path, isThere, text) => {
    const { agent, on, told } = await embed();
    await agent.start();
    const heard = on('DirectoryAdded');
    expect(await agent.addFolder(path)).toBe(isThere);
    expect(messagesIn(told).join()).toContain(text);
    expect(namesOf(heard)).toEqual([]);
  });
});
