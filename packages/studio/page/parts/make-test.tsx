import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CaseMade } from '../api.ts';
import { get, Refused, send } from '../state/http.ts';
import { meta } from '../state/live.ts';
import { oneLine } from '../text/format.ts';
import { Code, Command } from './code.tsx';
import { Failed } from './state.tsx';

/** Makes a case of a decision: its event must be decided so again. It is shown first, and written only when asked for. */
export function MakeTest({ id }: { readonly id: string }): VNode {
  const made = useSignal<CaseMade | null>(null);
  const problem = useSignal<Refused | null>(null);
  const ask = (answer: Promise<CaseMade>): void => {
    problem.value = null;
    answer.then(
      (value) => (made.value = value),
      (error: unknown) => {
        if (error instanceof Refused) problem.value = error;
      },
    );
  };
  const path = `/api/decisions/${encodeURIComponent(id)}/case`;
  return (
    <section class="make-test">
      {made.value === null && (
        <button type="button" class="opens" onClick={() => ask(get<CaseMade>(path))}>
          Make a test of it
        </button>
      )}
      {problem.value !== null && <Failed failure={problem.value} />}
      {made.value !== null && <Made made={made.value} onSave={() => ask(send<CaseMade>('POST', path))} />}
    </section>
  );
}

function Made({
  made: { file, text, isSaved },
  onSave,
}: {
  readonly made: CaseMade;
  readonly onSave: () => void;
}): VNode {
  const isEdit = meta.value?.mode === 'edit';
  return (
    <section aria-label="test of this decision">
      <h3>Test</h3>
      <p class="quiet" role="status">
        {isSaved ? 'It stands in ' : 'It belongs into '}
        <code>{oneLine(file)}</code>
        {isSaved ? '. Run it:' : ': the same event must be decided so again.'}
      </p>
      {isSaved && <Command line={`hookline test ${file}`} />}
      <Code text={text} label="the case" most={24} />
      <p class="actions">
        {isEdit && !isSaved && (
          <button type="button" class="main" onClick={onSave}>
            Add it to the file
          </button>
        )}
        <CopyText text={text} />
      </p>
    </section>
  );
}

function CopyText({ text }: { readonly text: string }): VNode {
  const isCopied = useSignal(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => (isCopied.value = true),
      () => undefined,
    );
  };
  return (
    <button type="button" onClick={copy}>
      {isCopied.value ? 'copied' : 'copy'}
    </button>
  );
}
