import type { VNode } from 'preact';
import type { HookDetail, TrustedFile } from '../api.ts';
import { oneLine, sizeOf } from '../text/format.ts';
import { Ago } from './ago.tsx';
import { LineDiff } from './code.tsx';

type Trust = NonNullable<HookDetail['trust']>;

const WORDS: Readonly<Record<TrustedFile['state'], string>> = {
  same: '✓ as trusted',
  changed: '≠ changed',
  gone: '✕ gone',
  new: '+ not trusted',
  unpinned: '? not pinned yet',
};

/** What trust covers of a hook, and how each part of it differs from what was trusted. */
export function SinceTrust({ trust: { at, definition, files } }: { readonly trust: Trust }): VNode {
  const hasChanged = files.some(({ state }) => state === 'changed');
  return (
    <>
      <h3>{at === null || at === 'always' ? 'What trust covers' : 'Since it was trusted'}</h3>
      <p class="quiet">
        <Given at={at} />
      </p>
      <ul class="plain covered">
        {definition !== null && <DefinitionSince definition={definition} />}
        {files.map((file) => (
          <FileSince key={file.path} file={file} isAlways={at === 'always'} />
        ))}
      </ul>
      {definition === null && files.length === 0 && <p class="quiet">No file beside its definition.</p>}
      {hasChanged && (
        <p class="quiet">
          Trust keeps the text of hook files, and of these files the digest only: what they said then is known to your
          version control, if to anything.
        </p>
      )}
    </>
  );
}

function Given({ at }: Pick<Trust, 'at'>): VNode {
  if (at === null) return <>It is not trusted: this is what trust would cover.</>;
  if (at === 'always') return <>Every project is trusted here, as it is: nothing is compared.</>;
  return (
    <>
      Trusted <Ago at={at} />.
    </>
  );
}

function DefinitionSince({ definition }: { readonly definition: NonNullable<Trust['definition']> }): VNode {
  const { path, state, difference } = definition;
  return (
    <li>
      <p class="facts">
        <code>{oneLine(path)}</code>
        <State state={state} />
        {difference !== null && <Counts {...difference} />}
      </p>
      {state !== 'same' && (
        <p class="quiet">What was trusted stays in force until a person trusts the project again.</p>
      )}
      {difference !== null && <LineDiff text={difference.text} />}
    </li>
  );
}

interface FileProps {
  readonly file: TrustedFile;
  readonly isAlways: boolean;
}

function FileSince({ file: { path, state, was, digest, bytes }, isAlways }: FileProps): VNode {
  const then = was !== null && was !== digest ? was : null;
  return (
    <li>
      <p class="facts">
        <code>{oneLine(path)}</code>
        {!isAlways && <State state={state} />}
        {bytes !== null && <span>{sizeOf(bytes)}</span>}
      </p>
      <p class="digests">
        {then !== null && <Digest word="then" digest={then} />}
        {digest !== null && <Digest word={then === null ? 'digest' : 'now'} digest={digest} />}
      </p>
    </li>
  );
}

const State = ({ state }: { readonly state: TrustedFile['state'] }): VNode => (
  <span class={`file is-${state}`}>{WORDS[state]}</span>
);

const Counts = ({ added, removed }: { readonly added: number; readonly removed: number }): VNode => (
  <span>
    +{added} −{removed}
  </span>
);

const Digest = ({ word, digest }: { readonly word: string; readonly digest: string }): VNode => (
  <span>
    {word} <code>{oneLine(digest)}</code>
  </span>
);
