import type { VNode } from 'preact';
import { oneLine, visible } from '../text/format.ts';

/** A problem of a hook file, as `hookline validate` and `doctor` tell it. */
interface Told {
  readonly severity: 'error' | 'warning' | 'info';
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string | null;
}

export function Problems({ problems }: { readonly problems: readonly Told[] }): VNode | null {
  if (problems.length === 0) return null;
  return (
    <ul class="problems" aria-label="problems of hook files">
      {problems.map(({ severity, file, line, message, hint }) => (
        <li class={`notice is-${severity === 'error' ? 'block' : severity === 'warning' ? 'fault' : 'pass'}`}>
          <p>
            <strong>{severity}</strong> {visible(message)}
          </p>
          {file !== '' && (
            <p class="quiet">
              <code>
                {oneLine(file)}
                {line === null ? '' : `:${line}`}
              </code>
            </p>
          )}
          {hint !== null && <p>{visible(hint)}</p>}
        </li>
      ))}
    </ul>
  );
}
