import type { AgentEvent } from '@hookline/agent';
import { diagnosticLines } from './diagnostics.ts';
import type { Paint, Style } from './paint.ts';
import { brief, briefInput, excerpt, oneLine } from './text.ts';

type AgentEventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: Type }>;

type Lines<Type extends AgentEvent['type']> = (event: AgentEventOf<Type>, paint: Paint) => readonly string[];

/** The lines that show an event of the agent to a person; none for those that are shown in other ways. */
export function agentEventLines(event: AgentEvent, paint: Paint): readonly string[] {
  const lines = LINES[event.type] as (one: AgentEvent, paint: Paint) => readonly string[];
  return lines(event, paint);
}

const nothing = (): readonly string[] => [];

const LINES: { readonly [Type in AgentEvent['type']]: Lines<Type> } = {
  session: ({ id, source, model }, paint) => [
    paint('dim', `session ${oneLine(id)}${source === 'startup' ? '' : ` (${source})`} · ${oneLine(model)}`),
  ],
  text_delta: nothing,
  text: nothing,
  tool_call: ({ name, input, agent }, paint) => [
    labelled('tool', `${paint('bold', oneLine(name))} ${briefInput(input)}${byWhom(agent)}`, paint),
  ],
  tool_result: ({ name, output, is_error, agent }, paint) =>
    is_error ? [labelled('failed', `${oneLine(name)}: ${brief(output)}${byWhom(agent)}`, paint, 'red')] : [],
  hook_start: nothing,
  hook: hookLines,
  message: ({ level, text, hook }, paint) => [
    labelled(
      level,
      `${excerpt(text, '  ')}${hook === null ? '' : paint('dim', ` [${oneLine(hook)}]`)}`,
      paint,
      LEVELS[level],
    ),
  ],
  diagnostic: ({ diagnostic }, paint) => diagnosticLines(diagnostic, paint),
  notification: ({ message }, paint) => [labelled('notice', brief(message), paint, 'yellow')],
  permission: ({ tool, allowed, reason }, paint) =>
    allowed ? [] : [labelled('denied', `${oneLine(tool)}: ${brief(reason)}`, paint, 'yellow')],
  mode: ({ from, to }, paint) => [labelled('mode', `${oneLine(from)} → ${oneLine(to)}`, paint)],
  model: ({ from, to }, paint) => [labelled('model', `${oneLine(from)} → ${oneLine(to)}`, paint)],
  folder: ({ path }, paint) => [labelled('folder added', oneLine(path), paint)],
  title: nothing,
  cwd: ({ to }, paint) => [labelled('folder', oneLine(to), paint)],
  compacted: ({ trigger }, paint) => [labelled('compacted', `the conversation so far (${trigger})`, paint)],
  elicitation: ({ server, action }, paint) => [
    labelled('question', `of ${oneLine(server)}: ${oneLine(action)}`, paint),
  ],
  subagent: ({ id, agent_type, state }, paint) => [
    labelled('agent', `${oneLine(agent_type)} ${state === 'start' ? 'started' : 'ended'}${byWhom(id)}`, paint),
  ],
  turn_end: nothing,
};

const LEVELS: Readonly<Record<string, Style>> = { info: 'dim', warning: 'yellow', error: 'red' };

// A hook that decided nothing is not shown; its messages come as events of their own.
function hookLines({ event, decision, effect, reason, agent }: AgentEventOf<'hook'>, paint: Paint): readonly string[] {
  // These effects are silent by design.
  if (decision === 'none' || effect === 'suppress_compaction' || effect === 'suppress_notification') return [];
  const what = effect === null ? decision : `${decision} (${effect})`;
  const why = reason === null ? '' : `: ${brief(reason)}`;
  return [labelled('hook', `${event} ${what}${why}${byWhom(agent)}`, paint, DECISIONS[decision])];
}

const DECISIONS = { allow: 'green', ask: 'yellow', block: 'red', none: 'dim' } as const;

const labelled = (label: string, text: string, paint: Paint, style: Style = 'dim'): string =>
  `${paint(style, label)} ${text}`;

const byWhom = (agent: string | null): string => (agent === null ? '' : ` [${oneLine(agent)}]`);
