import { type Json, type Outcome, writtenJson } from '@hookline/core/internal';
import { oneLine } from './one-line.ts';
import { excerpt } from './excerpt.ts';
import { runLines } from './runs.ts';
import type { Paint, Style } from './paint.ts';

const STYLES: Readonly<Record<Outcome['decision'], Style>> = {
  block: 'red',
  ask: 'yellow',
  allow: 'green',
  none: 'dim',
};

/** The outcome for a person. Shows no output of a hook, only what the hook said through its dialect, less what `isElsewhere`. */
export function outcomeLines(
  outcome: Outcome,
  paint: Paint,
  isElsewhere: (message: Outcome['messages'][number]) => boolean = () => false,
): readonly string[] {
  return [
    `${paint('bold', outcome.event)}: ${paint(STYLES[outcome.decision], decisionWords(outcome))}`,
    ...partsOf(outcome, isElsewhere).map(([label, text]) => `  ${label.padEnd(LABEL_WIDTH)}${excerpt(text, INDENT)}`),
    ...runLines(
      outcome.hooks,
      paint,
      outcome.messages.map(({ text }) => text),
    ),
  ];
}

const LABEL_WIDTH = 9;
const INDENT = ' '.repeat(LABEL_WIDTH + 2);

function decisionWords({ decision, reason, block }: Outcome): string {
  if (block !== null) return `block (${block.effect}) by ${oneLine(block.hook)}`;
  if (decision === 'none') return 'nothing decided';
  return reason === null ? decision : `${decision}: ${excerpt(reason, INDENT)}`;
}

function partsOf(
  outcome: Outcome,
  isElsewhere: (message: Outcome['messages'][number]) => boolean,
): readonly (readonly [string, string])[] {
  return [
    ...rewrite('input', outcome.updatedInput),
    ...rewrite('output', outcome.updatedToolOutput),
    ...rewrite('prompt', outcome.updatedPrompt),
    ...outcome.additionalContext.map((text) => ['context', text] as const),
    ...outcome.messages
      .filter((message) => !isElsewhere(message))
      .map((message) => [message.level, messageText(message)] as const),
    ...Object.entries(outcome.extra).map(([name, value]) => ['extra', `${name}: ${writtenJson(value)}`] as const),
  ];
}

/** A dialect may begin a text with its code; it is not said twice. */
export const messageText = ({ text, code }: Outcome['messages'][number]): string =>
  code === null || text.startsWith(code) ? text : `${text} (${code})`;

const rewrite = (label: string, value: Json): readonly (readonly [string, string])[] =>
  value === null ? [] : [[label, typeof value === 'string' ? value : writtenJson(value)]];
