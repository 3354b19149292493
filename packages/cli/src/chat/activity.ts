import type { AgentEvent } from '@hookline/agent';
import { brief } from '../print/text.ts';

/** What the agent is doing, for the status line. */
export interface Activity {
  readonly work: string;
  /** The hook that runs just now: its status message, else its name. */
  readonly hook: string | null;
}

export const THINKING: Activity = { work: 'thinking', hook: null };

/** What the agent is doing after an event. */
export function follow(activity: Activity, event: AgentEvent): Activity {
  switch (event.type) {
    case 'hook_start':
      return { ...activity, hook: event.status ?? `hook ${event.name}` };
    case 'hook':
      return { ...activity, hook: null };
    case 'tool_call':
      return { work: `running ${event.name}`, hook: null };
    case 'tool_result':
    case 'text':
    case 'text_delta':
      return THINKING;
    case 'session':
    case 'message':
    case 'diagnostic':
    case 'notification':
    case 'permission':
    case 'mode':
    case 'model':
    case 'folder':
    case 'title':
    case 'cwd':
    case 'compacted':
    case 'elicitation':
    case 'subagent':
    case 'turn_end':
      return activity;
  }
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

/** The line of an activity; it turns with the frame. */
export const activityLine = ({ work, hook }: Activity, frame: number): string =>
  `${FRAMES[frame % FRAMES.length] ?? ''} ${brief(hook ?? work)}`;
