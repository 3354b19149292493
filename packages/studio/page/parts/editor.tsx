import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DraftLanguage } from '../api.ts';

interface Props {
  readonly text: string;
  readonly language: DraftLanguage;
  readonly label: string;
  readonly onType: (text: string) => void;
  readonly onRun: () => void;
}

/** An editor that is loaded when it is needed; a plain field where it does not load. */
export function Editor(props: Props): VNode {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const state = useSignal<'loading' | 'there' | 'plain'>('loading');
  useEffect(() => {
    let end = (): void => undefined;
    let isGone = false;
    import('../lazy/editor.ts').then(
      ({ openEditor }) => {
        if (isGone || place.current === null) return;
        end = openEditor(place.current, {
          text: latest.current.text,
          language: props.language,
          label: props.label,
          onType: (text) => latest.current.onType(text),
          onRun: () => latest.current.onRun(),
        });
        state.value = 'there';
      },
      () => (state.value = 'plain'),
    );
    return () => {
      isGone = true;
      end();
    };
  }, []);
  return (
    <>
      <div class="editor" ref={place} hidden={state.value !== 'there'} />
      {state.value !== 'there' && (
        <textarea
          class="plain-editor"
          spellcheck={false}
          aria-label={props.label}
          value={props.text}
          onInput={(event) => props.onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) props.onRun();
          }}
        />
      )}
    </>
  );
}
