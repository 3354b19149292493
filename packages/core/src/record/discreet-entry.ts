import type { HookRun, AnyEvent } from '../model/index.ts';
import { hasSecrets, withoutSecrets } from '../text/secrets.ts';
import type { RecordedOutcome, RecordEntry } from './entry.ts';

/** The entry without secrets in what others said; its own words stay, or a secret that is spelled like one would make it no entry. */
export function discreetEntry(entry: RecordEntry): RecordEntry {
  if (!hasSecrets()) return entry;
  switch (entry.kind) {
    case 'start':
      return { ...entry, event: discreetEvent(entry.event) };
    case 'end':
      return { ...entry, outcome: discreetOutcome(entry.outcome), hooks: entry.hooks.map(discreetRun) };
    case 'background':
      return { ...entry, hook: discreetRun(entry.hook) };
    case 'note':
      return { ...entry, text: withoutSecrets(entry.text) };
  }
}

function discreetEvent(event: AnyEvent): AnyEvent {
  const { hook_event_name: name, ...fields } = event;
  return { hook_event_name: name, ...withoutSecrets(fields) };
}

function discreetOutcome(outcome: RecordedOutcome): RecordedOutcome {
  const { reason, block, contexts, messages, extra } = outcome;
  return {
    ...outcome,
    reason: withoutSecrets(reason),
    block: block === null ? null : { ...block, reason: withoutSecrets(block.reason) },
    contexts: { ...contexts, texts: withoutSecrets(contexts.texts) },
    messages: messages.map((message) => ({ ...message, text: withoutSecrets(message.text) })),
    extra: withoutSecrets(extra),
  };
}

function discreetRun(run: HookRun): HookRun {
  const { name, stdout, stderr, fault, why, notes } = run;
  return {
    ...run,
    name: withoutSecrets(name),
    stdout: withoutSecrets(stdout),
    stderr: withoutSecrets(stderr),
    fault: fault === null ? null : { ...fault, message: withoutSecrets(fault.message) },
    why: withoutSecrets(why),
    notes: withoutSecrets(notes),
  };
}
