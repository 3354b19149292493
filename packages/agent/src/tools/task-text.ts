import type { Task } from '../contract/task.ts';
import type { TaskChange, ToolEnd } from './tool.ts';

/** A task as the model reads it. */
export const taskLine = ({ id, subject, status }: Task): string => `#${id} [${status}] ${subject}`;

/** What the model reads about a change of the list; a refusal is an error. */
export const changeEnd = (
  change: TaskChange,
  say: (made: Extract<TaskChange, { readonly task: Task }>) => string,
): ToolEnd =>
  'refused' in change
    ? { ok: false, error: change.refused, errorType: 'refused' }
    : { ok: true, text: say(change), reminders: change.reminders };
