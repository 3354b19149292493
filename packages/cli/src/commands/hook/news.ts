import { emptyOutcome, type Heard, type Outcome } from '@hookline/core/internal';
import { disabledWords } from '../../call/disabled.ts';
import type { Entry } from './entry.ts';
import { isNews } from './told-once.ts';

/** An event of an agent that could be read. */
export type Told = Extract<Heard, { readonly ok: true }>;

/** Whether a text can be told with the answer to this event, and was not told in this session yet. */
export function isNewsTo({ native, event }: Told, { dialect }: Entry, state: string, text: string): boolean {
  const isTaken = dialect.answer.fields.some(({ gives, on }) => gives === 'message' && (on?.includes(native) ?? true));
  return isTaken && isNews(state, typeof event['session_id'] === 'string' ? event['session_id'] : '', text);
}

/** The same fault at each event would be a line at each event. */
export function tellsFaults({ hooks }: Outcome, told: Told, entry: Entry, state: string): boolean {
  const faults = hooks.flatMap(({ id, fault }) => (fault === null ? [] : [`${id} ${fault.code}`]));
  return faults.filter((text) => isNewsTo(told, entry, state, text)).length > 0;
}

export function disabled(told: Told, entry: Entry, state: string): Outcome {
  const text = disabledWords(true);
  const outcome = emptyOutcome(told.event.hook_event_name);
  if (!isNewsTo(told, entry, state, text)) return outcome;
  return { ...outcome, messages: [{ level: 'warning', text, code: null, hook: 'hookline' }] };
}
