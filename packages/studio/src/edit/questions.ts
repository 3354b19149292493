import {
  forTerminal,
  putInShadow,
  type ShadowChange,
  showTrust,
  takeOutOfShadow,
  trustProject,
  untrustProject,
} from '@hookline/core/internal';
import type { AskRequest } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import type { Asked } from './asks.ts';

/** The question for what a page asks for, with everything that the answer covers. */
export async function questionOf(request: AskRequest, place: StudioPlace): Promise<Asked> {
  const here = { ...place, project: request.project };
  if (request.what === 'trust') return trustQuestion(here);
  if (request.what === 'untrust') return untrustQuestion(here);
  if (request.hook === null) throw new HttpProblem(400, 'hook: expected the id of a hook');
  return shadowQuestion(here, request.hook, request.what === 'shadow');
}

/** Names come from files of others: what they print must not move the cursor or end a line. */
const line = (text: string): string => forTerminal(text).replace(/[\n\t]/g, ' ');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

async function trustQuestion(place: StudioPlace): Promise<Asked> {
  const { content, already, changes, problem, switchesOff } = await showTrust(place);
  if (problem !== null) throw new HttpProblem(409, `this project cannot be trusted: ${problem}`);
  const mark = (path: string): string => {
    if (changes === null || already) return '';
    if (changes.added.includes(path)) return '  added';
    return changes.changed.includes(path) ? '  changed' : '';
  };
  return {
    lines: [
      `The page asks to trust the hooks of ${line(content.path)}. It covers:`,
      ...content.files.map(({ path, digest }) => `  ${line(path)}  ${digest.slice(0, 12)}${mark(path)}`),
      ...switchesOff.map(({ name, by }) => `  it switches off ${line(name)} of yours, by ${line(by)}`),
    ],
    question: `Trust ${line(content.path)} as it is now?`,
    undone: 'Nothing was trusted.',
    command: `hookline trust --project ${quoted(place.project)}`,
    act: async () => {
      // What was shown is what is trusted: a file that changed while the question was open makes the answer void.
      const now = await showTrust(place);
      if (now.content.digest !== content.digest) throw new Error('its files changed while the question was open');
      const done = await trustProject(place);
      if (done.problem !== null) throw new Error(done.problem);
      if (done.content.digest !== content.digest) {
        await untrustProject(place);
        throw new Error('its files changed while it was trusted; nothing of it is trusted now');
      }
      return `${content.path} is trusted`;
    },
  };
}

const untrustQuestion = (place: StudioPlace): Asked => ({
  lines: [`The page asks to stop trusting ${line(place.project)}: its own hooks do not run then.`],
  question: `Stop trusting ${line(place.project)}?`,
  undone: 'Trust stays as it is.',
  command: `hookline untrust --project ${quoted(place.project)}`,
  act: async () => {
    const { path, removed } = await untrustProject(place);
    return removed === 0 ? `${path} was not trusted` : `${path} is no longer trusted`;
  },
});

async function shadowQuestion(place: StudioPlace, id: string, isPut: boolean): Promise<Asked> {
  const change = isPut ? putInShadow : takeOutOfShadow;
  checked(await change(id, { ...place, dryRun: true }), id);
  const what = isPut ? 'runs and is recorded, and decides nothing' : 'decides again';
  return {
    lines: [`The page asks about the hook ${line(id)} of ${line(place.project)}: it ${what} then.`],
    question: isPut ? `Put ${line(id)} in shadow?` : `Let ${line(id)} decide?`,
    undone: 'The hook stays as it is.',
    command: `hookline shadow ${quoted(id)} --project ${quoted(place.project)}${isPut ? '' : ' --off'}`,
    act: async () => {
      checked(await change(id, place), id);
      return `${id} ${what}`;
    },
  };
}

function checked(result: ShadowChange, id: string): void {
  if (result.how === 'unknown') throw new HttpProblem(404, `there is no hook "${id}" here`);
  if (result.how === 'refused') throw new HttpProblem(409, result.why);
}
