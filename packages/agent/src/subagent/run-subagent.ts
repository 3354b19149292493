import { randomUUID } from 'node:crypto';
import type { Outcome } from '@hookline/core';
import { refuseSubagent } from '../effects.ts';
import type { TurnEnd } from '../happening.ts';
import { type Acting, createHost } from '../host.ts';
import { askBeforeStop } from '../loop/stop.ts';
import { work } from '../loop/work.ts';
import { remindersOf } from '../reminder.ts';
import { addReminders, type Thread } from '../thread.ts';
import type { ToolEnd } from '../tools/tool.ts';
import type { Order } from './order.ts';
import { openSubthread, type Subthread } from './subthread.ts';
import { enterWorkplace } from './workplace.ts';

/** Starts a sub-agent, lets it work to its end and gives its report to the parent. */
export async function runSubagent(parent: Thread, order: Order, signal: AbortSignal): Promise<ToolEnd> {
  const acting: Acting = { id: randomUUID().slice(0, 8), type: order.type.name };
  const host = createHost(parent.session, () => parent.cwd, acting);
  const start = await host.fire('SubagentStart', { name: order.description, task: order.prompt }, { signal });
  const refusal = refuseSubagent(start);
  if (refusal !== null) return { ok: false, error: refusal, errorType: 'refused' };

  const workplace = await enterWorkplace(parent, acting, order);
  if ('error' in workplace) return { ok: false, error: workplace.error, errorType: 'worktree' };
  const thread = await openSubthread(parent, acting, order, workplace.cwd);
  try {
    thread.add({ kind: 'user', text: order.prompt });
    addReminders(thread, remindersOf(start));
    return await report(thread, acting, order, signal);
  } finally {
    thread.close();
    await workplace.leave();
  }
}

async function report(thread: Subthread, acting: Acting, order: Order, signal: AbortSignal): Promise<ToolEnd> {
  const { front } = thread.session;
  front.tell({ type: 'subagent', id: acting.id, agent_type: acting.type, state: 'start' });
  let said: Outcome | null = null;
  // A hook may clear the conversation, and the report must not go with it.
  let lastReport = '';
  const mayStop = askBeforeStop(
    thread,
    {
      names: ['SubagentStop'],
      fields: ({ text }) => ({
        name: order.description,
        task: order.prompt,
        result: text,
        agent_transcript_path: thread.transcriptPath,
      }),
      onOutcome: (outcome) => {
        said = outcome;
        lastReport = lastText(thread);
      },
    },
    signal,
  );
  const end = await work(thread, mayStop, signal);
  front.tell({ type: 'subagent', id: acting.id, agent_type: acting.type, state: 'stop' });
  return toolEnd(end, lastText(thread) || lastReport, said);
}

function toolEnd(end: TurnEnd, text: string, said: Outcome | null): ToolEnd {
  if (end.how === 'interrupted')
    return { ok: false, error: 'The sub-agent was interrupted.', errorType: 'interrupted' };
  if (end.how === 'failed') return { ok: false, error: `The sub-agent failed: ${end.reason}`, errorType: 'failed' };
  const note = end.how === 'done' ? [] : [`[the sub-agent did not finish: ${end.reason}]`];
  const appended = said === null ? [] : [said.extra.appendToOutput ?? [], remindersOf(said)].flat();
  const whole = [text, ...note, ...appended].join('\n');
  return { ok: true, text: whole };
}

function lastText(thread: Thread): string {
  const last = thread.items().findLast((item) => item.kind === 'assistant' && item.text !== '');
  return last?.kind === 'assistant' ? last.text : '';
}
