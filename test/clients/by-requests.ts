import type { JsonObject } from '@hookline/core';
import type { JsonObjectOfSeen, Reading, Run } from './client.ts';
import { Either, Joined, UNSEEN } from './fits.ts';
import { addedTexts, lastResult, messagesOf, requestsOf, sameText } from './messages.ts';
import { asText } from './values.ts';

/** The words in which a program tells its model and its user what became of a hook. The first group is the reason. */
export interface Wording {
  /** In place of a result: a hook has refused the call. */
  readonly denied: readonly RegExp[];
  /** The same after the call. */
  readonly withheld: readonly RegExp[];
  /** A hook wanted the user to be asked, and there is none. */
  readonly asked: RegExp | null;
  /** The call needs a permission that no one could give. */
  readonly unpermitted: RegExp;
  /** On stdout or stderr: the prompt was not taken. */
  readonly rejected: RegExp | null;
  /** On stdout or stderr: the turn was ended. */
  readonly ended: RegExp | null;
  /** A context, with the words around it. */
  readonly context: readonly RegExp[];
  /** What differs from run to run. */
  readonly noise: readonly RegExp[];
  /** Whether a result that differs from that of the run without hooks is a refusal: the reason stands alone. */
  readonly bareReasons: boolean;
}

/** Reads a run of a program that prints nothing about its hooks: by what its model was asked. */
export function readByRequests(words: Wording): (reading: Reading) => JsonObjectOfSeen {
  return (reading) => {
    const name = asText(reading.event['hook_event_name']);
    const decision = (DECISIONS[name] ?? nothingDecided)(reading, words);
    return {
      block: null,
      updatedInput: UNSEEN,
      updatedToolOutput: UNSEEN,
      updatedPrompt: UNSEEN,
      reason: UNSEEN,
      diagnostics: UNSEEN,
      extra: UNSEEN,
      ...decision,
      additionalContext: new Joined(contextsOf(reading, words, decision)),
      messages: UNSEEN,
      hooks: UNSEEN,
    };
  };
}

type Decide = (reading: Reading, words: Wording) => JsonObjectOfSeen;

const none = (more: JsonObjectOfSeen = {}): JsonObjectOfSeen => ({ decision: 'none', block: null, ...more });
const block = (effect: string, reason: unknown): JsonObjectOfSeen => ({ decision: 'block', block: { effect, reason } });

const firstGroup = (patterns: readonly RegExp[], text: string): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

/** All contexts in a text; one in no known words is a context as it stands. */
function groupsIn(patterns: readonly RegExp[], text: string): readonly string[] {
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].flatMap(([, group]) => (group === undefined ? [] : [group])),
  );
  return found.length === 0 ? [text] : found;
}

const printed = ({ stdout, stderr }: Run): string => `${stdout}\n${stderr}`;

/** An event that can decide nothing: the run must have come to its end all the same. */
const nothingDecided: Decide = ({ run, control }) =>
  run.status === control.status ? none() : block('the run failed', run.stderr);

const endedTurn = (run: Run, { ended }: Wording): JsonObjectOfSeen | null => {
  const reason = ended === null ? undefined : ended.exec(printed(run))?.[1];
  return reason === undefined ? null : block('end_turn', reason.trim());
};

const preToolUse: Decide = (reading, words) => {
  const { run, control } = reading;
  if (requestsOf(run).length === 0) return block('the prompt was refused', UNSEEN);
  const isAnswered = messagesOf(run).filter(({ role }) => role === 'tool').length > 0;
  if (!isAnswered) return endedTurn(run, words) ?? { decision: 'ask', reason: UNSEEN };
  const text = lastResult(run) ?? '';
  const reason = firstGroup(words.denied, text);
  if (reason !== undefined) return block('deny_tool', reason.trim());
  const asked = words.asked?.exec(text)?.[1];
  if (asked !== undefined) return { decision: 'ask', block: null, reason: asked.trim() };
  if (words.unpermitted.test(text)) return { decision: 'ask', block: null, reason: UNSEEN };
  const isSame = sameText(text, lastResult(control) ?? '', words.noise);
  if (words.bareReasons && !isSame && !isContinued(text, lastResult(control) ?? ''))
    // A question that no one can answer refuses in the same words.
    return {
      decision: new Either('block', 'ask'),
      block: new Either({ effect: 'deny_tool', reason: text.trim() }, null),
      reason: text.trim(),
    };
  return { ...none(), decision: permits(reading, words), updatedInput: UNSEEN };
};

/** A result with something behind it. */
const isContinued = (text: string, usual: string): boolean => usual !== '' && text.startsWith(usual);

/** A call that runs without permission was allowed by the hook, unless it runs without the hook as well. */
function permits({ unpermitted }: Reading, words: Wording): unknown {
  const isRefused = (run: Run): boolean => {
    const text = lastResult(run);
    return text === undefined || words.unpermitted.test(text);
  };
  if (unpermitted === undefined || !isRefused(unpermitted.control)) return new Either('none', 'allow');
  return isRefused(unpermitted.run) ? 'none' : 'allow';
}

const permissionRequest: Decide = ({ run, control }, words) => {
  const text = lastResult(run) ?? '';
  const message = firstGroup(words.denied, text);
  if (message !== undefined)
    return none({ extra: { permission: { behavior: 'deny', message: message.trim(), interrupt: UNSEEN } } });
  if (words.unpermitted.test(text) || lastResult(run) === undefined)
    return none({ extra: sameText(text, lastResult(control) ?? '', words.noise) ? {} : UNSEEN });
  return none({ extra: { permission: { behavior: 'allow' } } });
};

/** The model is never asked about a prompt that was not taken. */
const prompt: Decide = ({ run }, words) => {
  if (requestsOf(run).length > 0) return none();
  const ended = endedTurn(run, words);
  if (ended !== null) return ended;
  const reason = words.rejected === null ? undefined : words.rejected.exec(printed(run))?.[1];
  return block('reject_prompt', reason === undefined ? UNSEEN : reason.trim());
};

const afterTool: Decide = ({ run, control }, words) => {
  const ended = endedTurn(run, words);
  if (ended !== null) return ended;
  const [text, usual] = [lastResult(run) ?? '', lastResult(control) ?? ''];
  if (sameText(text, usual, words.noise) || isContinued(text, usual)) return none({ updatedToolOutput: null });
  const reason = firstGroup(words.withheld, text);
  if (reason !== undefined) return block('withhold_output', reason.trim());
  return { decision: UNSEEN, block: new Either(null, { effect: 'withhold_output', reason: text.trim() }) };
};

/** At the end of a turn: a program that does not say that a hook ended it does the same without the hook. */
const ENDED_OR_NOT: JsonObjectOfSeen = {
  decision: new Either('none', 'block'),
  block: new Either(null, { effect: 'end_turn', reason: UNSEEN }),
};

const stop: Decide = ({ run, control }, words) => {
  const ended = endedTurn(run, words);
  if (ended !== null) return ended;
  if (requestsOf(run).length <= requestsOf(control).length) return words.ended === null ? ENDED_OR_NOT : none();
  const [feedback] = addedTexts(run, control, words.noise);
  return block('keep_working', feedback ?? UNSEEN);
};

/** Without the settings that offer a list of tasks there is no result to hold this one against. */
const aboutTask: Decide = () => ({ decision: UNSEEN, block: UNSEEN });

const DECISIONS: Readonly<Record<string, Decide>> = {
  PreToolUse: preToolUse,
  PermissionRequest: permissionRequest,
  UserPromptSubmit: prompt,
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  PostToolBatch: afterTool,
  TaskCreated: aboutTask,
  TaskCompleted: aboutTask,
  Stop: stop,
};

/** Programs keep contexts from looking like their own tags. */
const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');

/** Every text that only a run with the hooks shows to the model, but for refusals. */
function contextsOf({ run, control }: Reading, words: Wording, decision: JsonObjectOfSeen): string {
  const reason = (decision['block'] as JsonObject | null | undefined)?.['reason'];
  const refusals = [...words.denied, ...words.withheld, ...(words.asked === null ? [] : [words.asked])];
  return addedTexts(run, control, words.noise)
    .filter((text) => firstGroup(refusals, text) === undefined && text !== reason && !words.unpermitted.test(text))
    .flatMap((text) => groupsIn(words.context, text))
    .map((text) => unescaped(text.trim()).replaceAll(/\n{2,}/g, '\n'))
    .join('\n');
}
