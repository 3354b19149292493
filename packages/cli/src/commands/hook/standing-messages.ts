import type { AnyEvent, Hooks } from '@hookline/core/internal';
import { oneLine } from '../../print/text.ts';

const MOST = 5;

/** Told at the first of these events at which the agent shows a message. */
const TOLD_AT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit']);

/** What the user of an agent must know about the hooks themselves, told when a session starts: a hook may be missing. */
export function standingMessages(
  hooks: Hooks,
  { hook_event_name: name }: AnyEvent,
  unrecorded: readonly string[],
): readonly string[] {
  if (!TOLD_AT.has(name)) return unrecorded;
  const found = hooks.diagnostics.filter(({ severity }) => severity !== 'info');
  const lines = found.slice(0, MOST).map(({ file, line, message, hint }) => {
    const place = line === null ? file : `${file}:${line}`;
    return `hookline: ${oneLine(`${place}: ${message}${hint === null ? '' : ` (${hint})`}`)}`;
  });
  const more = found.length > MOST ? [`hookline: ${found.length - MOST} more; run "hookline list"`] : [];
  return [...lines, ...more, ...unrecorded];
}
