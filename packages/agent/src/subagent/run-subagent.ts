import { randomUUID } from 'node:crypto';
import type { Outcome } from '@hookline/core';
import { refuseSubagent } from '../session/effects.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import { giveInstructions } from '../conversation/give-instructions.ts';
import { type ActingAgent, createHost, type EventFields } from '../session/host.ts';
import { askBeforeStop, type StopEvents } from '../loop/stop.ts';
import { work } from '../loop/work.ts';
import { remindersOf, withoutTags } from '../session/reminder.ts';
import { addReminders, lastText, type Thread } from '../session/thread.ts';
import type { ToolEnd } from '../tools/tool.ts';
import { withGrace } from '../async/with-grace.ts';
import type { SubagentTask } from './task.ts';
import { openSubthread, type Subthread } from './subthread.ts';
import { enterWorkFolder } from './work-folder.ts';

/** Starts a sub-agent, lets it work to its end and gives its report to the parent. */
export async function runSubagent(parent: Thread, task: SubagentTask, signal: AbortSignal): Promise<ToolEnd> {
  const acting: ActingAgent = { id: randomUUID().slice(0, 8), type: task.type.name };
  const host = createHost(parent.session, () => parent, acting);
  const start = await host.fire('SubagentStart', { name: task.description, task: task.prompt }, { signal });
  const refusal = refuseSubagent(start);
  if (refusal !== null) return { ok: false, error: refusal, errorType: 'refused' };

  // The hooks that its own definition brings are in force while it runs.
  const end = parent.session.hooks.use({ agent: acting.type, session_id: parent.session.id, agent_id: acting.id });
  try {
    return await runStarted({ parent, acting, task, reminders: remindersOf(start) }, signal);
  } finally {
    end();
  }
}

async function runStarted(run: SubagentRun, signal: AbortSignal): Promise<ToolEnd> {
  const workFolder = await enterWorkFolder(run.parent, run.acting, run.task);
  if ('error' in workFolder) return { ok: false, error: workFolder.error, errorType: 'worktree' };
  try {
    return await workAt(workFolder.cwd, run, signal);
  } finally {
    await workFolder.leave();
  }
}

interface SubagentRun {
  readonly parent: Thread;
  readonly acting: ActingAgent;
  readonly task: SubagentTask;
  readonly reminders: readonly string[];
}

async function workAt(
  cwd: string,
  { parent, acting, task, reminders }: SubagentRun,
  signal: AbortSignal,
): Promise<ToolEnd> {
  const opened = await openSubthread(parent, acting, task, cwd);
  if ('error' in opened) return { ok: false, error: opened.error, errorType: 'model' };
  const { ui } = parent.session;
  ui.tell({ type: 'subagent', id: acting.id, agent_type: acting.type, state: 'start' });
  try {
    await giveInstructions(opened, 'session_start');
    opened.add({ kind: 'user', text: withoutTags(task.prompt) });
    addReminders(opened, reminders);
    return await report(opened, task, signal);
  } finally {
    opened.close();
    ui.tell({ type: 'subagent', id: acting.id, agent_type: acting.type, state: 'stop' });
  }
}

async function report(thread: Subthread, task: SubagentTask, signal: AbortSignal): Promise<ToolEnd> {
  const fields = (text: string): EventFields => ({
    name: task.description,
    task: task.prompt,
    result: text,
    agent_transcript_path: thread.transcriptPath,
  });
  const said: Outcome[] = [];
  // A hook may clear the conversation, and the report must not go with it.
  let lastReport = '';
  const onOutcome = (outcome: Outcome): void => {
    said.push(outcome);
    lastReport = lastText(thread);
  };
  const events: StopEvents = {
    names: ['SubagentStop'],
    fields: ({ text }) => {
      // A new stop: what hooks answered to an earlier one no longer counts.
      said.length = 0;
      return fields(text);
    },
    onOutcome,
  };
  const end = await work(thread, askBeforeStop(thread, events, signal), signal);
  const text = lastText(thread) || lastReport;
  // A sub-agent that was cut short has stopped all the same; hooks cannot change that.
  if (end.how !== 'done' && said.length === 0)
    await withGrace(signal, (grace) => thread.host.fire('SubagentStop', fields(text), { signal: grace }));
  return toolEnd(end, text, said);
}

function toolEnd(end: TurnEnd, text: string, said: readonly Outcome[]): ToolEnd {
  if (end.how === 'interrupted')
    return { ok: false, error: 'The sub-agent was interrupted.', errorType: 'interrupted' };
  if (end.how === 'failed') return { ok: false, error: `The sub-agent failed: ${end.reason}`, errorType: 'failed' };
  const note = end.how === 'done' ? [] : [`[the sub-agent did not finish: ${end.reason}]`];
  const appended = said.flatMap(({ extra }) => extra.appendToOutput ?? []);
  const whole = [text, ...note, ...appended].join('\n');
  return { ok: true, text: whole, reminders: said.flatMap(remindersOf) };
}
