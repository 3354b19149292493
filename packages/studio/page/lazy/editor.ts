import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { DraftLanguage } from '../api.ts';

interface Options {
  readonly text: string;
  readonly language: DraftLanguage;
  readonly label: string;
  readonly onType: (text: string) => void;
  readonly onRun: () => void;
}

const LANGUAGES: Readonly<Record<DraftLanguage, () => Extension>> = {
  shell: () => StreamLanguage.define(shell),
  javascript: () => javascript({ typescript: true }),
  python,
  json: () => [json(), linter(jsonParseLinter())],
  yaml,
  text: () => [],
};

/** The editor's own highlighting in the colours of the page, which are others in the dark. */
const PAGE_COLOURS: Readonly<Record<string, string>> = {
  '#708': 'var(--ask)',
  '#219': 'var(--fault)',
  '#164': 'var(--fault)',
  '#a11': 'var(--allow)',
  '#e40': 'var(--allow)',
  '#940': 'var(--quiet)',
  '#404740': 'var(--quiet)',
  '#f00': 'var(--block)',
};
const COLOURS = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    color: PAGE_COLOURS[typeof spec['color'] === 'string' ? spec['color'] : ''] ?? 'var(--ink)',
  })),
);

const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--chosen)' },
});

/**
 * Opens the editor inside a shadow root: there its styles are sheets that a script makes, which the page's policy allows;
 * elsewhere they would be a style element, which it forbids.
 */
export function openEditor(place: HTMLElement, options: Options): () => void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const run = keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        options.onRun();
        return true;
      },
    },
  ]);
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        run,
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        indentUnit.of('  '),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        syntaxHighlighting(COLOURS),
        LANGUAGES[options.language](),
        LOOK,
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onType(update.state.doc.toString());
        }),
      ],
    }),
  });
  return () => view.destroy();
}
