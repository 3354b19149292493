import { nativeEvent } from '../engine/native-names.ts';
import type { AnyEvent, JsonObject, Outcome, Verdict } from '../model/index.ts';
import type { AnswerContent } from './answer-content.ts';
import { answerContentOf } from './answer-content.ts';
import type { Unsupported, WrittenAnswer } from './answer.ts';
import { answerByExit } from './answer.ts';
import type { AgentTarget } from './fit-step.ts';
import { fitToAgent } from './fit-to-agent.ts';
import type { KnownAgent } from './hear.ts';
import { nativeInputOf } from './native-input.ts';
import { writeContent } from './write-answer.ts';

/** The event that is told. */
export interface ToldEvent {
  readonly native: string;
  readonly event: AnyEvent;
  readonly project: string;
}

/** What the user of a connected agent has chosen. */
export interface AnswerPolicy {
  /** Whether a permission given by a hook is passed on; otherwise the agent asks its user as ever. */
  readonly mayAllow: boolean;
  /** Whether faults of hooks are told to the user now; they are in the record in any case. */
  readonly tellsFaults: boolean;
}

/** What an entry prints and its exit code, and all that the agent is not told. */
export interface SaidAnswer extends Omit<WrittenAnswer, 'unsupported'> {
  readonly lost: readonly Unsupported[];
}

/**
 * An outcome, or what one hook says, in the words of the agent that told the event. Throws on an event that the agent does not have, which
 * `hear` does not let through.
 */
export function say(
  { agent, dialect }: KnownAgent,
  told: ToldEvent,
  outcome: Outcome | Verdict,
  policy: AnswerPolicy,
): SaidAnswer {
  const { native, event } = told;
  const row = Object.hasOwn(dialect.events, native) ? dialect.events[native] : undefined;
  if (row === undefined) throw new TypeError(`${dialect.id} has no event "${native}"`);
  const own = agent.events[native];
  const tool = nativeEvent(dialect, row, event, told.project)['tool_name'];
  const target: AgentTarget = {
    dialect,
    native,
    row,
    event,
    agent,
    tool: typeof tool === 'string' ? tool : null,
    mayAllow: policy.mayAllow,
    refuses: agent.refuses,
    besideRefusal: agent.besideRefusal,
    contexts: agent.contexts,
    deniesBesideEndTurn: agent.endTurnLetsToolRun,
  };
  const { content, lost } = fitToAgent(contentOf(outcome, told, { dialect, policy }), target);
  const { unsupported: unsaid, ...answer } = writeContent(content, target);
  return { ...answer, stdout: withSilence(answer, own?.silence), lost: [...lost, ...unsaid] };
}

/** Where silence needs words, they stand beside every answer that does not decide itself. */
function withSilence({ stdout, exitCode }: Pick<WrittenAnswer, 'stdout' | 'exitCode'>, silence?: JsonObject): string {
  if (silence === undefined || exitCode !== 0) return stdout;
  const given = stdout === '' ? {} : (JSON.parse(stdout) as JsonObject);
  return `${JSON.stringify({ ...silence, ...given })}\n`;
}

interface Wording {
  readonly dialect: KnownAgent['dialect'];
  readonly policy: AnswerPolicy;
}

/** What is said about a hook that failed is its fault, which is reported as such. */
function withoutMessagesOfFailed(outcome: Outcome): Outcome {
  const failed = new Set(outcome.hooks.flatMap(({ id, fault }) => (fault === null ? [] : [id])));
  return { ...outcome, messages: outcome.messages.filter(({ hook }) => !failed.has(hook)) };
}

/** In the agent's names; a fault of a hook is a message, never a failure of the entry. */
function contentOf(
  decided: Outcome | Verdict,
  { event, project }: ToldEvent,
  { dialect, policy }: Wording,
): AnswerContent {
  const content = answerContentOf('hooks' in decided ? withoutMessagesOfFailed(decided) : decided);
  const { updatedInput, fault, reason } = content;
  const told = fault === null || !policy.tellsFaults ? [] : [`hookline: ${fault}`];
  return {
    ...content,
    updatedInput: updatedInput === null ? null : nativeInputOf(dialect, event, updatedInput, project),
    // What the agent shows as the reason need not be said twice.
    messages: [...content.messages.filter((text) => text !== reason), ...told],
    fault: null,
  };
}

/**
 * The answer of an entry that does not even know its event: a refusal wherever the agent takes exit code 2 for one, or
 * a failure.
 */
export const refuseUnknown = (reason: string, failsOpen: boolean): SaidAnswer => {
  const { unsupported: lost, ...answer } = answerByExit(failsOpen ? 1 : 2, reason, []);
  return { ...answer, lost };
};
