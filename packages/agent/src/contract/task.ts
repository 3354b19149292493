/** One entry of the task list that the model keeps. */
export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  readonly status: TaskStatus;
}

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;

type TaskStatus = (typeof TASK_STATUSES)[number];
