import type { Task } from '../contract/task.ts';
import type { TaskList } from '../tools/tool.ts';
import { refusedTask } from './effects.ts';
import type { EventFields } from './host.ts';
import { remindersOf } from './reminder.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';

/** The task list of the session, as the tools of one thread change it: hooks are asked, and all changes are kept. */
export const taskListOf = ({ session, host }: Pick<Thread, 'session' | 'host'>, signal: AbortSignal): TaskList => ({
  all: () => session.tasks,
  create: async (subject, description) => {
    const before = session.tasks;
    const task: Task = { id: nextId(before), subject, description, status: 'pending' };
    session.tasks = [...before, task];
    const outcome = await host.fire('TaskCreated', fieldsOf(task), { signal });
    const refused = refusedTask(outcome);
    if (refused !== null) {
      session.tasks = session.tasks.filter(({ id }) => id !== task.id);
      return { refused };
    }
    keep(session, session.tasks);
    return { task, reminders: remindersOf(outcome) };
  },
  replace: async (task) => {
    const before = session.tasks.find(({ id }) => id === task.id);
    const isDone = task.status === 'completed' && before?.status !== 'completed';
    const outcome = isDone ? await host.fire('TaskCompleted', fieldsOf(task), { signal }) : null;
    const refused = outcome === null ? null : refusedTask(outcome);
    if (refused !== null) return { refused };
    keep(
      session,
      session.tasks.map((each) => (each.id === task.id ? task : each)),
    );
    return { task, reminders: outcome === null ? [] : remindersOf(outcome) };
  },
  remove: (removed) =>
    keep(
      session,
      session.tasks.filter(({ id }) => id !== removed),
    ),
});

const nextId = (tasks: readonly Task[]): string => String(Math.max(0, ...tasks.map(({ id }) => Number(id))) + 1);

const fieldsOf = ({ id, subject, description }: Task): EventFields => ({
  task_id: id,
  task_subject: subject,
  ...(description === '' ? {} : { task_description: description }),
});

function keep(session: Session, tasks: readonly Task[]): void {
  session.tasks = tasks;
  session.write({ type: 'tasks', tasks });
}
