import { errorText, type Outcome } from '@hookline/core/internal';
import type { Model } from '../contract/model.ts';
import { refusesChange } from './effects.ts';
import { remindersOf } from './reminder.ts';
import type { Session } from './session.ts';
import { showMessage } from './show-message.ts';
import type { Thread } from './thread.ts';

/** `PROVIDER/NAME` of a model. */
export const modelSpec = ({ provider, name }: Model): string => `${provider}/${name}`;

/** Asks another model from now on, when hooks agree; false: the session keeps the one that it has. */
export async function switchModel(thread: Thread, requested: string, signal: AbortSignal): Promise<boolean> {
  const { session, host } = thread;
  const { model: from } = session;
  const to = await session.modelNamed(requested).catch(errorText);
  if (typeof to === 'string') return kept(session, 'error', `the model cannot be switched: ${to}`);
  if (modelSpec(to) === modelSpec(from)) return kept(session, 'info', `the model is ${modelSpec(from)} already`);
  const fields = {
    from_model: from.name,
    to_model: to.name,
    requested_model: requested,
    source: 'command',
    ...(thread.inputTokens === null ? {} : { context_tokens: thread.inputTokens }),
  };
  const before = await host.fire('PreModelSwitch', fields, { signal });
  session.inbox.put(remindersOf(before));
  if (refusesChange(session, before, `the model to ${to.name}`)) return false;
  if (before.decision === 'ask' && !(await isConfirmed(session, { from, to, outcome: before }, signal))) return false;

  session.model = to;
  session.write({ type: 'model', model: modelSpec(to) });
  session.ui.tell({ type: 'model', from: modelSpec(from), to: modelSpec(to) });
  session.inbox.put(remindersOf(await host.fire('PostModelSwitch', fields, { signal })));
  return true;
}

function kept({ ui }: Session, level: 'error' | 'info', text: string): false {
  showMessage(ui, level, text);
  return false;
}

interface AskedSwitch {
  readonly from: Model;
  readonly to: Model;
  readonly outcome: Outcome;
}

/** A hook wants the user to confirm; without a user who can, that is a no. */
async function isConfirmed({ ui }: Session, { from, to, outcome }: AskedSwitch, signal: AbortSignal): Promise<boolean> {
  const { reason } = outcome;
  const input = { from: modelSpec(from), to: modelSpec(to) };
  const answer = (await ui.askPermission?.({ tool: 'the model switch', input, reason, rule: null }, signal)) ?? null;
  if (answer?.allow === true) return true;
  const why = answer === null ? `a hook asks, and no user is there to answer: ${reason ?? 'no reason'}` : 'you said no';
  showMessage(ui, 'warning', `the change of the model to ${to.name} is not taken over: ${why}`);
  return false;
}
