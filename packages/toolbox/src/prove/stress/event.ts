import { isJsonObject, type AnyEvent } from '@hookline/core/internal';
import { never, type Stress } from './stress.ts';

/** The agent works in another folder than the project. */
export const OTHER_FOLDER: Stress = {
  name: 'other-cwd',
  when: () => 'the agent works in another folder',
  about: 'the event comes from an empty folder outside the project; systems that run hooks in the project still do',
  hint: 'name files by the folder of the project or of the script, not by the working directory',
  on: ['command', 'python', 'module', 'http'],
  forces: never,
  tries: 'each',
  prepare: (workshop) => {
    const cwd = workshop.folder('other-cwd');
    return { event: (event) => ({ ...event, cwd }) };
  },
};

const PADDING_BYTES = 5 * 1024 * 1024;

/** An event of 5 MB, as when a large file is written. */
export const BIG_EVENT: Stress = {
  name: 'big-event',
  when: () => 'the event has 5 MB',
  about: 'the event has 5 MB: a long field is added to it',
  hint: 'read the event from stdin; it fits neither into arguments nor into the environment',
  on: ['command', 'python', 'module', 'http'],
  forces: never,
  tries: 'each',
  prepare: () => ({ event: padded }),
};

function padded(event: AnyEvent): AnyEvent {
  const padding = 'x'.repeat(PADDING_BYTES);
  const { tool_input: input } = event;
  return isJsonObject(input) ? { ...event, tool_input: { ...input, padding } } : { ...event, padding };
}
