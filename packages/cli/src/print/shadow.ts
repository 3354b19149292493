import type { HookRun, ListedShadow, Shadow, ShadowChange } from '@hookline/core/internal';
import { columns, oneLine } from './text.ts';
import type { Paint, Style } from './paint.ts';

type Done = Extract<ShadowChange, { readonly how: 'changed' | 'already' }>;

/** What became of the wish, in one line. */
export function shadowChangeLine(
  { how, entry, file }: Done,
  { isOff, isDry }: { readonly isOff: boolean; readonly isDry: boolean },
  paint: Paint,
): string {
  const id = oneLine(entry.id);
  if (how === 'already') return `${id} ${isOff ? 'was not in shadow' : 'is in shadow already'}.`;
  const said = isOff ? 'decides again' : 'is in shadow: it runs and is recorded, and decides nothing';
  if (isDry) return `Would write ${oneLine(file)}: ${id} ${said}.`;
  return paint(isOff ? 'green' : 'yellow', `${id} ${said}.`);
}

const STATES: Readonly<Record<ListedShadow['state'], { readonly style: Style; readonly about: string }>> = {
  'in shadow': { style: 'yellow', about: '' },
  changed: { style: 'red', about: 'another definition stands there now, and decides' },
  gone: { style: 'dim', about: 'there is no such hook here' },
  elsewhere: { style: 'dim', about: '' },
};

/** One line per mark: how it stands, whose it is, and where. */
export function shadowLines(shadows: readonly ListedShadow[], paint: Paint): readonly string[] {
  if (shadows.length === 0) return ['No hook is in shadow.'];
  const rows = columns(
    shadows.map(({ id, state, project }) => [
      state,
      oneLine(id),
      [oneLine(project ?? ''), STATES[state].about].filter((part) => part !== '').join('; '),
    ]),
  );
  return rows.map((row, index) => paint(STATES[shadows[index]?.state ?? 'gone'].style, row));
}

/** What a run in shadow would have done, in two words or so: `would block`. */
export const wouldWords = (shadow: Shadow): string => {
  const deeds = deedsOf(shadow);
  return deeds.length === 0 ? 'in shadow' : `would ${deeds.join(', ')}`;
};

/** The same with effect and reason, for a line below the run; null when there is no more to say. */
export function wouldReason({ shadow }: HookRun): string | null {
  if (shadow === undefined || shadow.decision === 'none') return null;
  const effect = shadow.effect === null ? '' : ` (${shadow.effect})`;
  return `in shadow, would ${shadow.decision}${effect}${shadow.reason === null ? '' : `: ${shadow.reason}`}`;
}

const deedsOf = ({ decision, rewrites, contexts }: Shadow): readonly string[] => [
  ...(decision === 'none' ? [] : [decision]),
  ...(rewrites.length === 0 ? [] : ['rewrite']),
  ...(contexts === 0 ? [] : ['add context']),
];
