import type { Json } from '../model/index.ts';
import type { AnswerContent } from './answer-content.ts';
import type { AnswerPart, Unsupported } from './answer.ts';
import { isAnswerUnread, unsupported } from './answer.ts';
import type { AgentTarget, FitStep, Fitted } from './fit-step.ts';
import { permissionAsItTakes } from './fit-permission.ts';
import { hasKey, kept } from './fit-step.ts';
import { isShapedLike, shapedOutput } from './output-shape.ts';
import { powersToRefuse } from './refusal.ts';

/** Replaces all that the agent cannot do, or may not be told, by what comes nearest; never by less than a refusal. */
export function fitToAgent(content: AnswerContent, target: AgentTarget): Fitted {
  let fitted: Fitted = { content, lost: [] };
  for (const step of STEPS) {
    const next = step(fitted.content, target);
    fitted = { content: next.content, lost: [...fitted.lost, ...next.lost] };
  }
  return fitted;
}

const canRefuse = (target: AgentTarget): boolean =>
  powersToRefuse(target.dialect, target.row, target.event).some(({ way }) => way.by !== 'end-turn') ||
  hasKey(target, 'permission');

/** A hook of another system must not answer a question that the agent would ask its user. */
const withoutPermissions: FitStep = (content, target) => {
  if (target.mayAllow) return kept(content);
  const { permission, ...extra } = content.extra;
  const why = 'is not told a permission of a hook (--may-allow passes it on)';
  const isAllowed = content.decision === 'allow';
  const isPermitted = permission?.['behavior'] === 'allow';
  return {
    content: {
      ...content,
      ...(isAllowed ? { decision: 'none', reason: null } : {}),
      ...(isPermitted ? { extra } : {}),
    },
    lost: [
      ...(isAllowed ? [unsupported('allow', target, why)] : []),
      ...(isPermitted ? [unsupported('permission', target, why)] : []),
    ],
  };
};

/** A question that cannot be asked is a refusal, wherever the event can be refused. */
const askedAsItCan: FitStep = (content, target) => {
  if (content.decision !== 'ask') return kept(content);
  const { agent, dialect, native, row } = target;
  const isKnown = dialect.answer.decisions.some(
    ({ words, on, askOn }) =>
      Object.values(words).includes('ask') && (on?.includes(native) ?? true) && (askOn?.includes(native) ?? true),
  );
  if (isKnown && row.block !== null && agent.substitutes.ask === 'ask') return kept(content);
  // A request for permission is a question to the user already.
  if (hasKey(target, 'permission')) return kept({ ...content, decision: 'none', reason: null });
  const lost = [unsupported('ask', target, 'cannot ask the user')];
  if (!canRefuse(target)) return { content: { ...content, decision: 'none', reason: null }, lost };
  const why = content.reason === null ? '' : `: ${content.reason}`;
  const reason = `a hook wants the user to be asked, and ${agent.title} cannot do that here${why}`;
  return { content: { ...content, decision: 'block', effect: row.block, reason }, lost };
};

/** What replaces an input or a prompt must not be dropped: the hook did not agree to the original. */
const rewrittenOrRefused: FitStep = (content, target) => {
  if (content.decision === 'block') return kept(content);
  const { agent, row } = target;
  const unapplied = (['updatedInput', 'updatedPrompt'] as const).filter(
    (part) =>
      content[part] !== null &&
      (!hasKey(target, part) || (part === 'updatedInput' && agent.substitutes.rewriteInput === 'block')),
  );
  const [part] = unapplied;
  if (part === undefined) return kept(content);
  const lost = unapplied.map((each) => unsupported(each, target, 'cannot replace it'));
  const rest = { ...content, ...Object.fromEntries(unapplied.map((each) => [each, null])) };
  const what = part === 'updatedInput' ? 'the input' : 'the prompt';
  const instead = part === 'updatedInput' ? JSON.stringify(content.updatedInput) : content.updatedPrompt;
  const reason = `a hook has rewritten ${what}, and ${agent.title} cannot apply that here. Use this instead: ${instead}`;
  return canRefuse(target)
    ? { content: { ...rest, decision: 'block', effect: row.block, reason }, lost }
    : { content: { ...rest, messages: [...content.messages, reason] }, lost };
};

/** A replaced output has the shape of the tool's own result; a text is put into it. */
const outputInShape: FitStep = (content, target) => {
  const given = content.updatedToolOutput;
  if (given === null || isAnswerUnread(target)) return kept(content);
  if (!hasKey(target, 'updatedToolOutput')) return withheldFor(given, content, target);
  const own = target.event?.['tool_response'];
  if (isShapedLike(given, own)) return kept(content);
  const shaped = shapedOutput(textOf(given), target);
  if (shaped !== null) return kept({ ...content, updatedToolOutput: shaped });
  return toldBeside(textOf(given), content, target);
};

/** The model sees the output, and at least what a hook wants in its place. */
function toldBeside(output: string, content: AnswerContent, target: AgentTarget): Fitted {
  const text = `a hook has replaced the output by: ${output}`;
  const rest = { ...content, updatedToolOutput: null };
  const isContext = target.row.refusal !== 'feedback' && takesContext(target);
  return {
    content: isContext ? { ...rest, context: [...rest.context, text] } : withFeedback(rest, text, target),
    lost: [unsupported('updatedToolOutput', target, 'cannot replace the output of this tool, and the model sees both')],
  };
}

const textOf = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output));

/** An output that cannot be replaced is withheld, where the reason of a refusal takes its place. */
function withheldFor(given: Json, content: AnswerContent, target: AgentTarget): Fitted {
  if (content.decision === 'block') return kept(content);
  const powers = powersToRefuse(target.dialect, target.row, target.event);
  if (powers.every(({ effect }) => effect !== 'withhold_output')) return toldBeside(textOf(given), content, target);
  const withheld = { decision: 'block', effect: 'withhold_output', reason: textOf(given) } as const;
  return {
    content: { ...content, ...withheld, updatedToolOutput: null },
    lost: [unsupported('updatedToolOutput', target, 'takes it as the reason of a refusal, in place of the output')],
  };
}

/** Where a refusal stops nothing, its reason takes the place of the output, or else reaches the model beside it. */
const refusedAfterwards: FitStep = (content, target) => {
  const { row } = target;
  if (content.decision !== 'block' || row.block !== null || row.refusal !== 'feedback') return kept(content);
  if (content.effect === 'end_turn' && row.endsTurn === true) return kept(content);
  const reason = reasonOf(content);
  const open: AnswerContent = { ...content, decision: 'none', effect: null, reason: null };
  const shaped =
    content.effect === 'withhold_output' && hasKey(target, 'updatedToolOutput') ? shapedOutput(reason, target) : null;
  if (shaped !== null) return kept({ ...open, updatedToolOutput: shaped });
  return {
    content: withFeedback(open, reason, target),
    lost: [unsupported('block', target, 'cannot be stopped: the model is told the reason beside the result')],
  };
};

/** A refusal that is only heard. */
const withFeedback = (content: AnswerContent, text: string, { row }: AgentTarget): AnswerContent =>
  row.refusal === 'feedback'
    ? { ...content, feedback: content.feedback === null ? text : `${content.feedback}\n${text}` }
    : { ...content, messages: [...content.messages, text] };

/** A request for permission is refused by its own answer. */
const deniedPermission: FitStep = (content, target) => {
  if (content.decision !== 'block' || target.row.block !== null || !hasKey(target, 'permission')) return kept(content);
  const takesMore = target.dialect.answer.fields.some(({ takes }) => takes === 'permission-answer');
  const interrupt = content.effect === 'end_turn' && takesMore ? { interrupt: true } : {};
  const permission = { behavior: 'deny', message: reasonOf(content), ...interrupt };
  return kept({
    ...content,
    decision: 'none',
    effect: null,
    reason: null,
    updatedInput: null,
    extra: { ...content.extra, permission },
  });
};

/** A refusal that can neither be obeyed nor shown to the user reaches the model at least. */
const refusedInVain: FitStep = (content, target) => {
  if (content.decision !== 'block' || canRefuse(target) || hasKey(target, 'message')) return kept(content);
  if (content.effect === 'end_turn' && target.row.endsTurn === true) return kept(content);
  if (content.effect === 'withhold_output' && hasKey(target, 'updatedToolOutput')) return kept(content);
  if (!takesContext(target)) return kept(content);
  const text = `a hook has refused this, and ${target.agent.title} cannot obey that here: ${reasonOf(content)}`;
  return {
    content: { ...content, decision: 'none', effect: null, reason: null, context: [...content.context, text] },
    lost: [unsupported('block', target, 'cannot be stopped: the model is told the reason')],
  };
};

const reasonOf = ({ reason }: AnswerContent): string =>
  reason === null || reason.trim() === '' ? 'refused by a hook, without a reason' : reason;

/** Texts that other systems put beside a prompt or an output are context here. */
const textsAsContext: FitStep = (content, target) => {
  const { prependToPrompt, appendToOutput, terminalSequence, ...extra } = content.extra;
  const texts = [
    ...(hasKey(target, 'prependToPrompt') ? [] : [['prependToPrompt', prependToPrompt] as const]),
    ...(hasKey(target, 'appendToOutput') ? [] : [['appendToOutput', appendToOutput] as const]),
  ].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  // Never passed on: what it does is for the terminal of the system that it was written for.
  const unsaid = terminalSequence === undefined ? [] : [unsupported('terminalSequence', target, 'is not told it')];
  if (texts.length === 0 && unsaid.length === 0) return kept(content);
  const isTaken = takesContext(target);
  const others = Object.fromEntries(
    Object.entries({ prependToPrompt, appendToOutput }).filter(
      ([name, value]) => value !== undefined && !texts.some(([moved]) => moved === name),
    ),
  );
  return {
    content: {
      ...content,
      extra: { ...extra, ...others },
      context: isTaken ? [...texts.map(([, text]) => text), ...content.context] : content.context,
    },
    lost: [
      ...unsaid,
      ...texts.map(([name]) => unsupported(name, target, isTaken ? 'takes it as context' : 'has no words for it')),
    ],
  };
};

const takesContext = (target: AgentTarget): boolean =>
  target.row.context !== 'dropped' &&
  target.row.context !== 'keeps-working' &&
  (hasKey(target, 'context') || target.row.text === 'context');

/** Longer texts would be put into a file by the agent, and its model would see only their beginning. */
const shortened: FitStep = (content, target) => {
  const most = target.agent.longestContext;
  if (most === null) return kept(content);
  const lost: Unsupported[] = [];
  const cut = (part: AnswerPart, text: string): string => {
    if (text.length <= most) return text;
    lost.push(unsupported(part, target, `takes ${most} characters: the rest is only in the record`));
    return `${text.slice(0, most - CUT_MARK.length).replace(/[\uD800-\uDBFF]$/, '')}${CUT_MARK}`;
  };
  const context = content.context.join('\n');
  return {
    content: {
      ...content,
      context: context.length <= most ? content.context : [cut('context', context)],
      reason: content.reason === null ? null : cut('reason', content.reason),
      feedback: content.feedback === null ? null : cut('reason', content.feedback),
    },
    lost,
  };
};

const CUT_MARK = '\n… (cut by hookline; `hookline log` has more)';

const STEPS: readonly FitStep[] = [
  withoutPermissions,
  askedAsItCan,
  rewrittenOrRefused,
  outputInShape,
  refusedAfterwards,
  deniedPermission,
  permissionAsItTakes,
  refusedInVain,
  textsAsContext,
  shortened,
];
