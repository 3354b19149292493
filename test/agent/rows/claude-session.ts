import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, messagesOf, runsOf, textsOf } from '../support/proof.ts';
import { bash, calls, FREELY, says, specific } from '../support/story.ts';
import { common, contextOf, row } from './claude-scenes.ts';
import { endOf, items, waitsFor, wasCalled, WELL } from './qoder-scenes.ts';

/** The events of a session and of what goes on around it. */
export const CLAUDE_SESSION_ROWS: readonly EventRow[] = [
  row('SessionStart', {
    matcher: 'startup',
    answers: {
      out: specific('SessionStart', {
        additionalContext: 'The build is red.',
        sessionTitle: 'Red build',
        initialUserMessage: 'Look at the build first.',
      }),
    },
    scene: asks({ script: [says('It is red.'), says('Hello.')] }),
    sees: (place) => ({ ...common(place, 'SessionStart'), source: 'startup', model: 'script.json' }),
    effect: {
      does: 'its context stands before the first prompt, which is its own; the session has its title',
      check: (asked, place) => {
        expect(textsOf(place, 'reminder')).toEqual([contextOf('The build is red.')]);
        expect(textsOf(place, 'user')).toEqual(['Look at the build first.', 'Do it.']);
        expect(happened(asked, 'title').map(({ title }) => title)).toEqual(['Red build']);
      },
    },
  }),
  row('Setup', {
    matcher: 'init',
    answers: { out: specific('Setup', { additionalContext: 'The tools are installed.' }) },
    scene: async (place) => {
      await place.ask({ script: [says('Hello.')] });
      return place.ask({ script: [says('Hello again.')] });
    },
    sees: (place) => ({ ...common(place, 'Setup'), trigger: 'init' }),
    effect: {
      does: 'its context stands in the first session of the project; the second has none',
      check: (_, place) => {
        expect(place.payloads('hook')).toHaveLength(1);
        expect(textsOf(place, 'reminder')).toEqual([]);
      },
    },
  }),
  row('Setup', {
    matcher: 'maintenance',
    answers: { out: specific('Setup', { additionalContext: 'The cache is clean.' }) },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('/setup', 'Hi.') }),
    sees: (place) => ({ ...common(place, 'Setup'), trigger: 'maintenance' }),
    effect: {
      does: '/setup: its context comes with the next model turn',
      check: (_, place) => expect(textsOf(place, 'reminder')).toEqual([contextOf('The cache is clean.')]),
    },
  }),
  row('SessionEnd', {
    matcher: 'other',
    answers: { err: 'Stay.', code: 2 },
    scene: asks({ script: [says('Bye.')] }),
    sees: (place) => ({ ...common(place, 'SessionEnd'), reason: 'other' }),
    effect: {
      does: 'the session ends, whatever it says',
      check: (asked) => expect(endOf(asked)).toEqual(WELL),
    },
  }),
  row('PreCompact', {
    matcher: 'manual',
    answers: { err: 'Not yet.', code: 2 },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('Hi.', '/compact keep the names') }),
    sees: (place) => ({ ...common(place, 'PreCompact'), trigger: 'manual', custom_instructions: 'keep the names' }),
    effect: {
      does: 'nothing is compacted, and that is said',
      check: (asked, place) => {
        expect(place.transcript().filter(({ type }) => type === 'compacted')).toEqual([]);
        expect(asked.stderr).toContain('the conversation was not compacted: Not yet.');
      },
    },
  }),
  row('PostCompact', {
    matcher: 'manual',
    answers: { err: 'Too short.', code: 2 },
    scene: chats({
      script: [says('Hello.'), { for: 'compaction', text: 'They said hello.' }],
      talk: ({ send }) => send('Hi.', '/compact'),
    }),
    sees: (place) => ({ ...common(place, 'PostCompact'), trigger: 'manual', compact_summary: 'They said hello.' }),
    effect: {
      does: 'the summary stands, whatever it says',
      check: (_, place) => expect(items(place)).toEqual([{ kind: 'summary', text: 'They said hello.' }]),
    },
  }),
  row('Notification', {
    matcher: 'idle_prompt',
    answers: { err: 'Let them sleep.', code: 2 },
    scene: chats({
      script: [says('Hello.')],
      env: { HOOKLINE_IDLE_SECONDS: '0.1' },
      talk: async ({ send, until }, place) => {
        send('Hi.');
        await until(() => wasCalled(place, 'hook'));
      },
    }),
    sees: (place) => ({
      ...common(place, 'Notification'),
      message: 'The agent is waiting for your input',
      notification_type: 'idle_prompt',
    }),
    effect: {
      does: 'the user is notified, whatever it says',
      check: (asked) => expect(asked.stderr).toContain('notice The agent is waiting for your input'),
    },
  }),
  row('PreModelSwitch', {
    matcher: 'larger',
    answers: {
      out: specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'Too dear.' }),
    },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('Hi.', '/model larger', '/model') }),
    sees: (place) => ({
      ...common(place, 'PreModelSwitch'),
      from_model: 'script.json',
      to_model: 'larger',
      requested_model: 'larger',
      source: 'command',
    }),
    effect: {
      does: '/model: the session keeps its model, and the user reads why',
      check: ({ stderr }) => {
        expect(stderr).toContain('the change of the model to larger is not taken over: Too dear.');
        expect(stderr).toContain('model scripted/script.json');
      },
    },
  }),
  row('PostModelSwitch', {
    answers: { out: specific('PostModelSwitch', { additionalContext: 'You are the larger one.' }) },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('/model larger', 'Hi.') }),
    sees: (place) => ({ ...common(place, 'PostModelSwitch'), from_model: 'script.json', to_model: 'larger' }),
    effect: {
      does: '/model: its context comes with the next model turn',
      check: (asked, place) => {
        expect(asked.stderr).toContain('model scripted/script.json → scripted/larger');
        expect(textsOf(place, 'reminder')).toEqual([contextOf('You are the larger one.')]);
      },
    },
  }),
  row('DirectoryAdded', {
    matcher: 'slash_command',
    answers: { err: 'Not that one.', code: 2 },
    prepare: ({ home }) => mkdirSync(join(home, 'docs')),
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('/add-dir ~/docs', 'Hi.') }),
    sees: (place) => ({
      ...common(place, 'DirectoryAdded'),
      directory: expect.stringMatching(/\/home\/docs$/) as unknown,
      source: 'slash_command',
    }),
    effect: {
      does: '/add-dir: the folder belongs to the session, whatever it says',
      check: ({ stderr }, { home }) => expect(stderr).toContain(`folder added ${join(realpathSync(home), 'docs')}`),
    },
  }),
  row('InstructionsLoaded', {
    matcher: 'session_start',
    answers: { err: 'Not these.', code: 2 },
    prepare: (place) => void place.file('AGENTS.md', 'Write short sentences.\n'),
    scene: (place) => place.ask({ script: [...waitsFor(place, 'hook'), says('Yes.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'InstructionsLoaded'),
      file_path: join(place.project, 'AGENTS.md'),
      memory_type: 'Project',
      load_reason: 'session_start',
    }),
    effect: {
      does: 'the model gets the instructions, whatever it says, and that is no fault',
      check: (asked, place) => {
        expect(textsOf(place, 'reminder')).toEqual([expect.stringContaining('Write short sentences.')]);
        expect(runsOf(asked, 'InstructionsLoaded').map(({ status, fault }) => [status, fault])).toEqual([
          ['background', null],
        ]);
      },
    },
  }),
  row('ConfigChange', {
    matcher: 'project_settings',
    answers: { err: 'Settings are frozen.', code: 2 },
    scene: (place) =>
      place.ask({
        script: [calls(bash('echo {} > .claude/settings.json')), ...waitsFor(place, 'hook'), says('Changed.')],
        args: FREELY,
      }),
    sees: (place) => ({
      ...common(place, 'ConfigChange'),
      source: 'project_settings',
      file_path: join(place.project, '.claude/settings.json'),
    }),
    effect: {
      does: 'the session keeps its old configuration, and that is said',
      check: (asked, place) => {
        const path = join(place.project, '.claude/settings.json');
        expect(messagesOf(asked)).toContain(`warning: the change of ${path} is not taken over: Settings are frozen.`);
      },
    },
  }),
  row('CwdChanged', {
    answers: { err: 'Come back.', code: 2 },
    prepare: (place) => void place.file('sub/file', ''),
    scene: asks({ script: [calls(bash('cd sub')), calls(bash('pwd')), says('There.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'CwdChanged'),
      cwd: join(place.project, 'sub'),
      old_cwd: place.project,
      new_cwd: join(place.project, 'sub'),
    }),
    effect: {
      does: 'the session has moved, whatever it says',
      check: (asked, place) => {
        expect(happened(asked, 'cwd').map(({ to }) => to)).toEqual([join(place.project, 'sub')]);
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  }),
  row('FileChanged', {
    matcher: '.env|.envrc',
    answers: (['one', 'two'] as const).map((name) => ({ out: specific('FileChanged', { watchPaths: [name] }) })),
    prepare: (place) => {
      place.file('.env', 'PORT=1\n');
      place.file('one/.env', '');
    },
    scene: (place) =>
      place.ask({
        script: [
          calls(bash('echo PORT=2 > .env')),
          ...waitsFor(place, 'hook'),
          calls(bash('echo PORT=3 > one/.env')),
          ...waitsFor(place, 'hook', 2),
          says('Seen.'),
        ],
        args: FREELY,
      }),
    sees: (place) => ({ ...common(place, 'FileChanged'), file_path: join(place.project, '.env'), event: 'change' }),
    effect: {
      does: 'the paths that it names are watched from then on',
      check: (_, place) =>
        expect(place.payloads('hook')[1]).toMatchObject({ file_path: join(place.project, 'one/.env') }),
    },
  }),
];
