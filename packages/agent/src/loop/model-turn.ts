import { errorText } from '@hookline/core/internal';
import { endTurn, retryTurn, toolError } from '../session/effects.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import { ModelFailure, type ModelReply } from '../contract/model.ts';
import { remindersOf } from '../session/reminder.ts';
import { addReminders, type Thread } from '../session/thread.ts';
import { showText, streamOf } from './show-text.ts';
import { answerUnrun } from './tool-call.ts';
import { withGrace } from '../async/with-grace.ts';

/** One turn of the model between its two events; a provider that fails ends the turn with StopFailure. */
export async function modelTurn(thread: Thread, signal: AbortSignal): Promise<ModelReply | TurnEnd> {
  const refusal = await prepare(thread, signal);
  if (refusal !== null) return refusal;
  const reply = await ask(thread, signal);
  if ('how' in reply) return reply;
  // For providers that report no token count: about four characters make a token.
  thread.inputTokens = reply.inputTokens ?? Math.round(thread.size() / 4);
  thread.session.steps += 1;
  thread.add({ kind: 'assistant', text: reply.text, calls: reply.calls });
  await showText(thread, reply.text, signal);
  const end = endTurn(
    thread.session,
    await thread.host.fire('PostModelTurn', { last_assistant_message: reply.text }, { signal }),
  );
  if (end !== null) {
    const why = `Not run: a hook ended the turn: ${end.reason ?? ''}`;
    for (const call of reply.calls) answerUnrun(thread, call, toolError(call, why));
    return end;
  }
  if (reply.finish === 'length' && reply.calls.length === 0)
    return fail(
      thread,
      new ModelFailure('max_output_tokens', 'the reply was cut at the limit of output tokens'),
      signal,
    );
  return reply;
}

/** PreModelTurn, as often as hooks send the turn back and their bound allows. */
async function prepare(thread: Thread, signal: AbortSignal): Promise<TurnEnd | null> {
  for (let retries = 1; ; retries += 1) {
    const outcome = await thread.host.fire('PreModelTurn', {}, { signal });
    addReminders(thread, remindersOf(outcome));
    if (signal.aborted) return INTERRUPTED;
    if (outcome.block === null) return null;
    const ended = endTurn(thread.session, outcome);
    if (ended !== null) return ended;
    const end = retryTurn(thread, outcome, retries);
    if (end !== null) return end;
  }
}

/** The user interrupted the turn. */
export const INTERRUPTED: TurnEnd = { how: 'interrupted', reason: null };

async function ask(thread: Thread, signal: AbortSignal): Promise<ModelReply | TurnEnd> {
  const { speaker, system, model } = thread;
  const tools = thread.tools().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  try {
    return await model.ask({ speaker, system, items: thread.items(), tools }, streamOf(thread), signal);
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    return fail(thread, error instanceof ModelFailure ? error : new ModelFailure('unknown', errorText(error)), signal);
  }
}

async function fail(thread: Thread, failure: ModelFailure, signal: AbortSignal): Promise<TurnEnd> {
  const { errorType: error_type, message: error } = failure;
  await withGrace(signal, (grace) => thread.host.fire('StopFailure', { error_type, error }, { signal: grace }));
  return { how: 'failed', reason: error };
}
