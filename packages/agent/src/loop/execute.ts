import { performance } from 'node:perf_hooks';
import { sessionFilesOf, stateFolder } from '@hookline/core/internal';
import { followCwd, leaveGoneCwd } from './follow-cwd.ts';
import { nestedReminders } from '../conversation/give-instructions.ts';
import { taskListOf } from '../session/tasks.ts';
import type { Thread } from '../session/thread.ts';
import type { ToolContext, ToolEnd } from '../tools/tool.ts';
import type { ToolRequest } from './tool-request.ts';

/** How a tool ended, how long it took, and what the agent itself adds for the model. */
export interface Execution {
  readonly end: ToolEnd;
  readonly durationMs: number;
  readonly reminders: readonly string[];
}

/** Runs the tool, then takes over its new working folder and the instructions of the folders that it touched. */
export async function execute(thread: Thread, request: ToolRequest, signal: AbortSignal): Promise<Execution> {
  const files: string[] = [];
  const startedAt = performance.now();
  const end = await runTool(thread, request, { onFile: (path) => files.push(path) }, signal);
  const durationMs = Math.round(performance.now() - startedAt);
  const moved = end.newCwd === undefined ? [] : await followCwd(thread, end.newCwd);
  const left = await leaveGoneCwd(thread);
  return { end, durationMs, reminders: [...moved, ...left, ...(await nestedReminders(thread, files))] };
}

async function runTool(
  thread: Thread,
  { tool, input, call }: ToolRequest,
  { onFile }: Pick<ToolContext, 'onFile'>,
  signal: AbortSignal,
): Promise<ToolEnd> {
  const { session, cwd } = thread;
  const { project, home, env } = session;
  const tasks = taskListOf(thread, signal);
  const shellFiles = (): readonly string[] => sessionFilesOf(stateFolder(env, home), session.id);
  try {
    return await tool.run(input, { project, cwd, home, env, callId: call.id, onFile, tasks, shellFiles }, signal);
  } catch (error) {
    // A tool that throws is a bug of the agent: the model learns of it and the turn goes on.
    return { ok: false, error: `${tool.name} crashed: ${String(error)}`, errorType: 'defect' };
  }
}
