import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AskRequest, AskState } from '../api.ts';
import { get, Refused, send } from '../state/http.ts';
import { readMeta } from '../state/live.ts';
import { quietly } from '../state/quietly.ts';
import { visible } from '../text/format.ts';
import { Command } from './code.tsx';

const LOOK_MS = 500;

const WORDS: Readonly<Record<AskState['state'], string>> = {
  waiting: 'The question stands in the terminal of the studio. Answer it there.',
  done: 'Done.',
  refused: 'The terminal said no.',
  failed: 'It did not work.',
  'no-terminal': 'This studio has no terminal to ask in. Run the command yourself:',
};

interface Props {
  readonly label: string;
  readonly asks: AskRequest;
  readonly onDone?: () => void;
}

/** A button that decides nothing: it puts a question into the terminal, where a person answers it. */
export function AskInTerminal({ label, asks, onDone }: Props): VNode {
  const state = useSignal<AskState | null>(null);
  const problem = useSignal<Refused | null>(null);
  const ask = (): void => {
    problem.value = null;
    send<AskState>('POST', '/api/ask', asks).then(
      (answer) => (state.value = answer),
      (error: unknown) => (problem.value = error instanceof Refused ? error : null),
    );
  };
  useEffect(() => {
    const current = state.value;
    if (current?.state !== 'waiting') return undefined;
    const timer = setInterval(() => {
      get<AskState>(`/api/asks/${encodeURIComponent(current.ask)}`).then(
        (answer) => {
          state.value = answer;
          if (answer.state !== 'done') return;
          onDone?.();
          quietly(readMeta());
        },
        () => undefined,
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [state.value?.state]);
  return (
    <span class="ask">
      <button type="button" onClick={ask} disabled={state.value?.state === 'waiting'}>
        {label} …
      </button>
      {state.value !== null && (
        <span class={`answer is-${state.value.state}`} role="status">
          {WORDS[state.value.state]} {visible(state.value.result ?? '')}
          {state.value.state !== 'done' && <Command line={state.value.command} />}
        </span>
      )}
      {problem.value !== null && (
        <span class="answer" role="alert">
          {problem.value.message} {problem.value.hint}
        </span>
      )}
    </span>
  );
}
