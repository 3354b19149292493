import { join } from 'node:path';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { messagesOf, outputsOf, runsOf, textsOf } from '../support/proof.ts';
import { bash, calls, FREELY, says, specific } from '../support/story.ts';
import { common, endOf, fromHook, NAMED, waitsFor, WELL } from './qoder-scenes.ts';

/** The events of what goes on around the agent: instructions, configuration, folders, files. */
export const QODER_WATCHER_ROWS: readonly EventRow[] = [
  {
    event: 'InstructionsLoaded',
    dialect: 'qoder',
    native: 'InstructionsLoaded',
    matcher: 'session_start',
    answers: { err: 'Not these.', code: 2 },
    prepare: (place) => void place.file('AGENTS.md', 'Write short sentences.\n'),
    scene: asks({ script: [says('Yes.')] }),
    sees: (place) => ({
      ...common(place, 'InstructionsLoaded'),
      file_path: join(place.project, 'AGENTS.md'),
      memory_type: 'Project',
      load_reason: 'session_start',
    }),
    effect: {
      does: 'the model gets the instructions, whatever it says, and that is no fault',
      check: (asked, place) => {
        expect(textsOf(place, 'reminder')).toEqual([
          `<system-reminder>\nInstructions from ${join(place.project, 'AGENTS.md')}:\nWrite short sentences.\n\n</system-reminder>`,
        ]);
        expect(runsOf(asked, 'InstructionsLoaded').map(({ status, fault }) => [status, fault])).toEqual([
          ['passed', null],
        ]);
      },
    },
  },
  {
    event: 'ConfigChange',
    dialect: 'qoder',
    native: 'ConfigChange',
    matcher: 'project_settings',
    answers: { err: 'Settings are frozen.', code: 2 },
    scene: (place) =>
      place.ask({
        script: [calls(bash('echo {} > .qoder/settings.json')), ...waitsFor(place, 'hook'), says('Changed.')],
        args: FREELY,
      }),
    sees: (place) => ({
      ...common(place, 'ConfigChange', 'bypassPermissions'),
      source: 'project_settings',
      file_path: join(place.project, '.qoder/settings.json'),
    }),
    effect: {
      does: 'the session keeps its old configuration, and that is said',
      check: (asked, place) => {
        const path = join(place.project, '.qoder/settings.json');
        expect(messagesOf(asked)).toContain(`warning: the change of ${path} is not taken over: Settings are frozen.`);
        expect(messagesOf(asked).filter((text) => text.includes('hooks read again'))).toEqual([]);
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  },
  {
    event: 'CwdChanged',
    dialect: 'qoder',
    native: 'CwdChanged',
    entry: NAMED,
    answers: { out: specific('CwdChanged', { additionalContext: 'Here tabs are used.' }) },
    prepare: (place) => void place.file('sub/file', ''),
    scene: asks({ script: [calls(bash('cd sub')), says('There.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'CwdChanged', 'bypassPermissions'),
      cwd: join(place.project, 'sub'),
      old_cwd: place.project,
      new_cwd: join(place.project, 'sub'),
    }),
    effect: {
      does: 'its context stands beside the result of the command that moved',
      check: (_, place) => {
        const output = ['(no output)', fromHook('Here tabs are used.')].join('\n');
        expect(outputsOf(place)).toEqual([output]);
      },
    },
  },
  {
    event: 'FileChanged',
    dialect: 'qoder',
    native: 'FileChanged',
    matcher: '.env|.envrc',
    entry: NAMED,
    answers: { out: specific('FileChanged', { additionalContext: 'The port is another one.' }) },
    prepare: (place) => void place.file('.env', 'PORT=1\n'),
    scene: (place) =>
      place.ask({
        script: [calls(bash('echo PORT=2 > .env')), ...waitsFor(place, 'hook'), says('Seen.')],
        args: FREELY,
      }),
    sees: (place) => ({
      ...common(place, 'FileChanged', 'bypassPermissions'),
      file_path: join(place.project, '.env'),
      event: 'change',
    }),
    effect: {
      does: 'its context comes with the next model turn',
      check: (_, place) => {
        expect(textsOf(place, 'reminder')).toEqual([fromHook('The port is another one.')]);
        expect(place.payloads('hook')).toHaveLength(1);
      },
    },
  },
];
