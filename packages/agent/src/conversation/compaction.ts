import type { ConversationItem } from '../contract/conversation.ts';
import { skipsCompaction } from '../session/effects.ts';
import { giveInstructions } from './give-instructions.ts';
import { ModelFailure } from '../contract/model.ts';
import { remindersOf, withoutTags } from '../session/reminder.ts';
import { startConversation } from './start-conversation.ts';
import { addReminders, type Thread } from '../session/thread.ts';
import { showMessage } from '../session/show-message.ts';

type Trigger = 'manual' | 'auto';

const FULL = 0.8;

/** Compacts before a model turn that would come near the limit of the model's context. */
export async function compactWhenFull(thread: Thread, signal: AbortSignal): Promise<void> {
  const { inputTokens } = thread;
  if (inputTokens === null || inputTokens < FULL * thread.session.contextLength) return;
  await compact(thread, 'auto', null, signal);
  // Whether or not it worked: the next attempt comes with the token count of the next reply.
  thread.inputTokens = null;
}

/** Puts a summary in the place of the conversation. When the model fails at it, the conversation stays as it is. */
export async function compact(
  thread: Thread,
  trigger: Trigger,
  instructions: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { session, host } = thread;
  if (thread.items().length === 0) return showMessage(session.ui, 'warning', 'there is nothing to compact yet');
  const tokens = { input_tokens: thread.inputTokens, model_context_length: session.contextLength };
  const before = await host.fire('PreCompact', { trigger, custom_instructions: instructions, ...tokens }, { signal });
  if (skipsCompaction(session, before)) return;

  const lead = withoutTags(before.extra.prependToPrompt ?? '');
  const summary = await summarize(thread, [lead, instructions], signal);
  if (summary === null) return;

  const after = await host.fire('PostCompact', { trigger, compact_summary: summary }, { signal });
  const text = withoutTags(joined([lead, summary, after.extra.appendToOutput]));
  thread.replace([{ kind: 'summary', text }, ...unanswered(thread.items())], 'compacted');
  thread.inputTokens = null;
  session.ui.tell({ type: 'compacted', trigger, summary: text });
  addReminders(thread, [...remindersOf(before), ...remindersOf(after)]);
  if (thread.agentId === null) await startConversation(thread, 'compact');
  await giveInstructions(thread, 'compact');
}

const REQUEST = [
  'Summarise this conversation so that the work can go on from the summary alone:',
  "the user's requests in their own words, decisions and why, files read and changed, commands and their results,",
  'what is done, what is not, and the next step.',
].join(' ');

async function summarize(
  thread: Thread,
  wishes: readonly (string | null | undefined)[],
  signal: AbortSignal,
): Promise<string | null> {
  const { model, system, session } = thread;
  const items = [...thread.items(), { kind: 'user', text: joined([REQUEST, ...wishes]) } as const];
  try {
    const { text, finish } = await model.ask(
      { speaker: 'compaction', system, items, tools: [] },
      () => undefined,
      signal,
    );
    if (text.trim() !== '' && finish !== 'length') return text;
    showMessage(session.ui, 'warning', 'not compacted: the model gave no complete summary');
  } catch (error) {
    if (!signal.aborted && !(error instanceof ModelFailure)) throw error;
    showMessage(
      session.ui,
      'warning',
      `not compacted: ${signal.aborted || !(error instanceof Error) ? 'interrupted' : error.message}`,
    );
  }
  return null;
}

/** What the model has not answered yet must not go into a summary: it is what comes next. */
function unanswered(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const last = items.findLastIndex(({ kind }) => kind === 'assistant' || kind === 'results' || kind === 'summary');
  return items.slice(last + 1).filter(({ kind }) => kind === 'user' || kind === 'reminder');
}

const joined = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter((text) => text !== null && text !== undefined && text !== '').join('\n\n');
