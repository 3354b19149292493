import type { Extra, HostAnswer, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { isJson } from '../../text/is-json.ts';
import { likeWritten } from '../../text/like-written.ts';
import { shownValue } from '../../text/shown-value.ts';
import { badOutput } from '../fault.ts';
import type { Reading } from '../frame.ts';

/** The check for the value of a key, and its description for messages. */
interface KeyRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

const TEXT: KeyRule = { expected: 'a string', holds: (value) => typeof value === 'string' };
const FLAG: KeyRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };
const OBJECT: KeyRule = { expected: 'an object of JSON', holds: (value) => isJsonObject(value) && isJson(value) };
const JSON_VALUE: KeyRule = { expected: 'JSON', holds: (value) => isJson(value) };
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const TEXTS: KeyRule = { expected: 'a list of strings', holds: isTexts };

const DECISIONS: readonly unknown[] = ['allow', 'ask', 'block', 'none'];

const EXTRA_KEYS: Readonly<Record<keyof Extra, KeyRule>> = {
  sessionTitle: TEXT,
  worktreePath: TEXT,
  watchPaths: TEXTS,
  retry: FLAG,
  clearContext: FLAG,
  action: TEXT,
  content: JSON_VALUE,
  permission: OBJECT,
  prependToPrompt: TEXT,
  appendToOutput: TEXT,
  defer: FLAG,
  displayContent: TEXT,
  initialUserMessage: TEXT,
  reloadSkills: FLAG,
  suppressOriginalPrompt: FLAG,
  terminalSequence: TEXT,
  classifierContext: TEXT,
  llmRequest: OBJECT,
  llmResponse: OBJECT,
  toolConfig: OBJECT,
  tailToolCallRequest: OBJECT,
  modifiedResponse: TEXT,
  artifacts: { expected: 'a list of JSON', holds: (value) => Array.isArray(value) && isJson(value) },
};

const KEYS: Readonly<Record<keyof HostAnswer, KeyRule>> = {
  decision: { expected: '"allow", "ask", "block" or "none"', holds: (value) => DECISIONS.includes(value) },
  reason: TEXT,
  updatedInput: OBJECT,
  updatedToolOutput: JSON_VALUE,
  updatedPrompt: TEXT,
  additionalContext: {
    expected: 'a string or a list of strings',
    holds: (value) => TEXT.holds(value) || isTexts(value),
  },
  systemMessage: TEXT,
  extra: { expected: 'an object', holds: isJsonObject },
};

/**
 * What a function of the host returned: nothing, or an object with known keys. A refusal in it counts even when the
 * rest is invalid.
 */
export function readHostAnswer(reading: Reading, value: unknown): Verdict {
  if (value === undefined || value === null) return {};
  try {
    return read(reading, value);
  } catch {
    const fault = badOutput(reading, 'it returned an object that cannot be read');
    const decision = decisionOf(value);
    return decision === null ? { fault } : { decision, fault };
  }
}

/** A decision that stops the action, read on its own when the rest of the object is invalid. */
function decisionOf(value: unknown): 'block' | 'ask' | null {
  try {
    const decision = isJsonObject(value) ? value['decision'] : null;
    return decision === 'block' || decision === 'ask' ? decision : null;
  } catch {
    return null;
  }
}

function read(reading: Reading, value: unknown): Verdict {
  if (!isJsonObject(value)) {
    const why = `it returned ${shownValue(value)}, where an object such as { decision: 'block', reason: '…' } or nothing is expected`;
    return { fault: badOutput(reading, why) };
  }
  const wrong =
    wrongIn(value, KEYS, '') ?? (isJsonObject(value['extra']) ? wrongIn(value['extra'], EXTRA_KEYS, 'extra.') : null);
  if (wrong === null) return given(reading, value);
  const fault = badOutput(reading, wrong);
  const decision = value['decision'];
  if (decision !== 'block' && decision !== 'ask') return { fault };
  const reason = typeof value['reason'] === 'string' ? { reason: value['reason'] } : {};
  return { decision, ...reason, fault };
}

/** The first key that is unknown or has an invalid value; null counts as absent. */
function wrongIn(
  object: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, KeyRule>>,
  path: string,
): string | null {
  for (const [key, value] of Object.entries(object)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) return unknownKey(key, Object.keys(rules), path);
    if (value === undefined || value === null || rule.holds(value)) continue;
    return `${path}${key} must be ${rule.expected}, not ${shownValue(value)}${meantWord(key, value)}`;
  }
  return null;
}

function unknownKey(key: string, known: readonly string[], path: string): string {
  const meant = didYouMean(key, known);
  return `it has the unknown key "${path}${key}"${meant === null ? `, known are ${known.join(', ')}` : `; did you mean "${path}${meant}"?`}`;
}

/** The word that other systems use for a refusal. */
const REFUSALS: readonly unknown[] = ['deny', 'reject', 'refuse', 'blocked'];

const meantWord = (key: string, value: unknown): string =>
  key === 'decision' && REFUSALS.includes(value) ? '; a refusal is "block"' : '';

/** The verdict of a valid answer. */
function given(reading: Reading, answer: HostAnswer): Verdict {
  const { decision, reason, updatedInput, updatedToolOutput, updatedPrompt, additionalContext, systemMessage, extra } =
    answer;
  const context = typeof additionalContext === 'string' ? [additionalContext] : (additionalContext ?? undefined);
  const hook = reading.hook.id;
  const { tool_input: input, tool_response: response } = reading.frame.event;
  return withoutMissing({
    decision: decision === 'none' ? undefined : decision,
    reason,
    updatedInput: likeWritten(input, updatedInput),
    updatedToolOutput: likeWritten(response, updatedToolOutput),
    updatedPrompt,
    context,
    messages:
      systemMessage === undefined || systemMessage === null
        ? undefined
        : [{ level: 'info', text: systemMessage, hook }],
    extra:
      extra === undefined || extra === null
        ? undefined
        : withoutMissing(likeWritten({ permission: { updatedInput: input } }, extra)),
  });
}

/** Only the keys that have a value. */
function withoutMissing<Given extends object>(
  object: Given,
): { readonly [Key in keyof Given]?: NonNullable<Given[Key]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [Key in keyof Given]?: NonNullable<Given[Key]>;
  };
}
