import type { Speaker } from '../contract/model.ts';
import type { ScriptSpeaker, ScriptStep } from './script-step.ts';

/** The steps of a script, each given out once. */
export interface ScriptQueue {
  /** The next step of a speaker; null when there is none left. */
  readonly take: (speaker: Speaker) => ScriptStep | null;
  /** How many steps the speaker has been given. */
  readonly used: (speaker: Speaker) => number;
}

/** Keeps one list for each speaker; a type of sub-agent then uses those for any sub-agent. */
export function scriptQueue(steps: readonly ScriptStep[]): ScriptQueue {
  const waiting = bySpeaker(steps);
  const given = new Map<Speaker, number>();
  return {
    take: (speaker) => {
      const step = waiting.get(speaker)?.pop() ?? anySubagent(waiting, speaker);
      if (step !== undefined) given.set(speaker, (given.get(speaker) ?? 0) + 1);
      return step ?? null;
    },
    used: (speaker) => given.get(speaker) ?? 0,
  };
}

/** The next step is the last of its list, so that taking it is cheap. */
function bySpeaker(steps: readonly ScriptStep[]): ReadonlyMap<ScriptSpeaker, ScriptStep[]> {
  const lists = new Map<ScriptSpeaker, ScriptStep[]>();
  for (const step of steps.toReversed()) {
    const list = lists.get(step.speaker);
    if (list === undefined) lists.set(step.speaker, [step]);
    else list.push(step);
  }
  return lists;
}

const anySubagent = (waiting: ReadonlyMap<ScriptSpeaker, ScriptStep[]>, speaker: Speaker): ScriptStep | undefined =>
  speaker.startsWith('subagent:') ? waiting.get('subagent')?.pop() : undefined;
