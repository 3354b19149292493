import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { wordDiff } from '../text/diff.ts';
import { visible } from '../text/format.ts';

/** Text of others: never markup, never a link, and nothing in it acts. Long texts are folded, and can be opened. */
export function Code({
  text,
  label,
  most = 12,
}: {
  readonly text: string;
  readonly label: string;
  readonly most?: number;
}): VNode {
  const isOpen = useSignal(false);
  const lines = text.split('\n');
  const isLong = lines.length > most;
  const shown = isLong && !isOpen.value ? lines.slice(0, most).join('\n') : text;
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={label}>
        {visible(shown)}
      </pre>
      {isLong && (
        <button type="button" class="link" onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? 'show less' : `show all ${lines.length} lines`}
        </button>
      )}
    </div>
  );
}

/** Two texts as one, with the words that went and those that came. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }): VNode {
  return (
    <pre class="diff" tabIndex={0} aria-label="what was rewritten">
      {wordDiff(before, after).map(({ kind, text }) =>
        kind === 'gone' ? <del>{visible(text)}</del> : kind === 'new' ? <ins>{visible(text)}</ins> : visible(text),
      )}
    </pre>
  );
}

/** A difference of lines, as `diff -u` writes it. */
export function LineDiff({ text }: { readonly text: string }): VNode {
  return (
    <pre class="diff lines" tabIndex={0} aria-label="what changed">
      {text.split('\n').map((line) => {
        const kind = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
        const Line = kind;
        return <Line class="line">{visible(line) || ' '}</Line>;
      })}
    </pre>
  );
}

/** A command to run in a terminal, with a button that copies it. */
export function Command({ line }: { readonly line: string }): VNode {
  const isCopied = useSignal(false);
  const copy = (): void => {
    navigator.clipboard.writeText(line).then(
      () => {
        isCopied.value = true;
        setTimeout(() => (isCopied.value = false), 1500);
      },
      () => undefined,
    );
  };
  return (
    <span class="command">
      <code>{visible(line)}</code>
      <button type="button" class="link" onClick={copy} aria-label={`copy the command ${line}`}>
        {isCopied.value ? 'copied' : 'copy'}
      </button>
    </span>
  );
}
