import type { EventRow, Verdict } from '../../model/index.ts';
import { badOutput, excerpt } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { runFolderOf } from '../frame.ts';
import { worktreeFrom } from '../rules/worktree-path.ts';

/** The meaning of output that is no JSON object. */
export function readText(reading: Reading, text: string): Verdict {
  const rule = reading.hook.handler.kind === 'http' ? 'bad_output' : reading.frame.dialect.answer.text;
  if (rule === 'bad_output')
    return { fault: badOutput(reading, `it printed "${excerpt(text, 80)}", which is not a JSON object`) };
  if (rule === 'recorded') return { notes: ['its output is plain text and has no effect'] };
  switch (textMeaning(reading)) {
    case 'context':
    case 'context-always':
      return { context: [text] };
    case 'worktree-path':
      return worktreePath(text);
    case 'worktree-path-from-cwd':
      return worktreeBelow(reading, text);
    case 'bad_output':
      return { fault: badOutput(reading, `it printed "${excerpt(text, 80)}", which is not a JSON object`) };
    case 'message':
      return { messages: [{ level: 'info', text, hook: reading.hook.id }] };
    case 'nothing':
      return {};
  }
}

/** The output of a background hook is context for the next turn wherever the dialect accepts such context. */
export function textMeaning(reading: Reading): NonNullable<EventRow['text']> {
  if (!reading.background) return reading.frame.row.text ?? 'nothing';
  switch (reading.frame.dialect.schedule.lateContext) {
    case 'next-turn':
      return 'context';
    case 'next-turn-from-json':
      return 'nothing';
    case 'next-turn-as-waited-for':
      return reading.frame.row.text === 'context' ? 'context' : 'nothing';
    case 'record-only':
    case 'discard':
      return reading.frame.row.text ?? 'nothing';
  }
}

/** The last line, where it names a folder that may be one for a worktree. */
function worktreeBelow(reading: Reading, text: string): Verdict {
  const found = worktreeFrom(text.slice(text.lastIndexOf('\n') + 1).trim(), runFolderOf(reading.frame));
  return 'path' in found ? { extra: { worktreePath: found.path } } : { fault: badOutput(reading, found.why) };
}

/** The last line; never blank, because the text is trimmed. */
function worktreePath(text: string): Verdict {
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  return last.startsWith('/') || /^[A-Za-z]:[\\/]/.test(last) ? { extra: { worktreePath: last } } : {};
}
