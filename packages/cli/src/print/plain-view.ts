import type { AgentEvent } from '@hookline/agent';
import { agentEventLines } from './agent-event.ts';
import { isTerminal, writeErr, writeOut } from './output.ts';
import { type Paint, paintFor } from './paint.ts';
import { createSpeech } from './speech.ts';
import { flowForProgram, flowForTerminal } from './text-flow.ts';

/** Shows a session: gets every event of it, as long as the output is read. */
export interface View {
  readonly tell: (event: AgentEvent) => void;
}

/** The words of the model on stdout as they come; all else in short lines on stderr. */
export function createPlainView(
  onReaderGone: () => void,
  linesOf: (event: AgentEvent, paint: Paint) => readonly string[] = agentEventLines,
): View {
  let last = '\n';
  const isMidLine = (): boolean => last !== '\n';
  const stream = (text: string): void => {
    last = text.at(-1) ?? last;
    if (!writeOut(text)) onReaderGone();
  };
  const speech = createSpeech({ stream, isMidLine }, isTerminal(1) ? flowForTerminal() : flowForProgram());
  const paint = paintFor(2, process.env);
  const isShared = isTerminal(1) && isTerminal(2);
  return {
    tell: (event) => {
      if (event.type === 'text_delta' && event.agent === null) speech.add(event.text);
      if (event.type === 'text' && event.agent === null) speech.end(event.text);
      if (event.type === 'turn_end') speech.end('');
      const lines = linesOf(event, paint);
      if (lines.length === 0) return;
      // On one screen a message begins below a text that has not ended yet.
      writeErr(`${isShared && isMidLine() ? '\n' : ''}${lines.join('\n')}\n`);
    },
  };
}
