import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { taskCreateTool } from './task-create.ts';
import { taskListTool } from './task-list.ts';
import { taskUpdateTool } from './task-update.ts';

let bench: Workbench;
beforeEach(() => {
  bench = createWorkbench();
});
afterEach(() => bench.remove());

const create = (input: object) => bench.run(taskCreateTool, { ...input });
const update = (input: object) => bench.run(taskUpdateTool, { ...input });
const listed = async (): Promise<unknown> => {
  const end = await bench.run(taskListTool, {});
  return end.ok ? end.text : end;
};

it('tasks get numbers, and are listed with their status and description', async () => {
  expect(await listed()).toBe('(there are no tasks)');
  expect(await create({ subject: 'Write it' })).toMatchObject({ ok: true, text: 'Created #1 [pending] Write it' });
  await create({ subject: 'Test it', description: 'with the real thing' });
  expect(await listed()).toBe('#1 [pending] Write it\n#2 [pending] Test it\n  with the real thing');
});

it('a task changes in the parts that are given, and can be removed', async () => {
  await create({ subject: 'Write it', description: 'all' });
  expect(await update({ taskId: '1', status: 'in_progress' })).toMatchObject({
    text: 'Changed #1 [in_progress] Write it',
  });
  await update({ taskId: '#1', subject: 'Write more', description: '' });
  expect(await listed()).toBe('#1 [in_progress] Write more');
  expect(await update({ taskId: '1', status: 'deleted' })).toMatchObject({
    text: 'Removed #1 [in_progress] Write more',
  });
  expect(await listed()).toBe('(there are no tasks)');
});

it.each<[string, object, string]>([
  ['a task that is not there', { taskId: '7' }, 'there is no task #7; TaskList shows all'],
  ['a status that does not exist', { taskId: '1', status: 'done' }, 'status'],
  ['no number', { status: 'completed' }, 'taskId'],
])('%s is an error', async (_, input, error) => {
  await create({ subject: 'Write it' });
  expect(await update(input)).toMatchObject({ ok: false, error: expect.stringContaining(error) as unknown });
  expect(await listed()).toBe('#1 [pending] Write it');
});

it('an empty subject is refused', async () => {
  expect(await create({ subject: '' })).toMatchObject({ ok: false, errorType: 'invalid_input' });
});
