import { type Conversion, type ConvertedHook, IN_CONFIGURATION, type Loss, seenLosses } from '@hookline/toolbox';
import type { Paint } from '../../print/paint.ts';
import { pathFrom } from '../../print/planned-files.ts';
import { columns, oneLine } from '../../print/text.ts';

/** What became of a conversion: `refused` is --strict, `nothing` means that there is nothing to write. */
export type Fate = 'written' | 'dry run' | 'refused' | 'nothing';

/** A conversion as a program reads it. */
export function conversionJson(conversion: Conversion, fate: Fate, project: string): unknown {
  const { from, to, scope, hooks, losses, changes, diagnostics } = conversion;
  const files = changes.map(({ path, before }) => ({
    path: pathFrom(project, path),
    change: before === null ? 'made' : 'changed',
  }));
  return { from, to, scope, written: fate === 'written', hooks, losses, files, diagnostics };
}

/** A conversion for people: hook by hook what is lost, then the files. */
export function conversionLines(conversion: Conversion, fate: Fate, project: string, paint: Paint): readonly string[] {
  const { from, to, hooks, losses, changes, scope } = conversion;
  const whose = scope === 'user' ? 'You have' : `${oneLine(project)} has`;
  if (hooks.length === 0) return [`Nothing to convert: ${whose} no hooks of ${from}.`];
  const lost = [...hooks.flatMap((hook) => hook.losses), ...losses];
  return [
    ...hooks.flatMap((hook) => hookLines(hook, to, paint)),
    ...losses.map((loss) => lossLine(loss, paint)),
    '',
    ...fileLines(changes, fate, project),
    paint(lost.length === 0 ? 'green' : 'yellow', summary(hooks, lost.length, seenLosses(conversion).length)),
    ...(fate === 'refused' ? ['Nothing was written: --strict allows no loss of what a hook uses.'] : []),
    ...(fate === 'written' && scope === 'project'
      ? ['The hooks of the project need trust: run "hookline trust".']
      : []),
  ];
}

function hookLines(
  { name, event, events, way, losses, notes }: ConvertedHook,
  to: string,
  paint: Paint,
): readonly string[] {
  const place =
    way === 'left out' ? 'left out' : `${to} ${events.join(', ')}${way === 'bridge' ? ', through the bridge' : ''}`;
  return [
    `${paint('bold', oneLine(name))} (${event}) → ${place}`,
    ...losses.map((loss) => lossLine(loss, paint)),
    ...notes.map((note) => `  ${paint('dim', 'note')}  ${oneLine(note)}`),
  ];
}

function lossLine({ kind, text, seen }: Loss, paint: Paint): string {
  const what = `${kind}: ${oneLine(text)}`;
  if (seen === null) return `  ${paint('dim', 'possible loss')}  ${what}`;
  return `  ${paint('yellow', 'loss')}  ${what}${seen === IN_CONFIGURATION ? '' : `; seen ${oneLine(seen)}`}`;
}

function fileLines(changes: Conversion['changes'], fate: Fate, project: string): readonly string[] {
  if (fate === 'refused' || changes.length === 0) return [];
  const [made, changed] = fate === 'written' ? ['made', 'changed'] : ['would be made', 'would be changed'];
  return [
    ...columns(changes.map(({ path, before }) => [before === null ? made : changed, oneLine(pathFrom(project, path))])),
    '',
  ];
}

function summary(hooks: readonly ConvertedHook[], lost: number, seen: number): string {
  const left = hooks.filter(({ way }) => way === 'left out').length;
  const counts = [
    ...(seen === 0 ? [] : [losses(seen, '')]),
    ...(lost === seen ? [] : [losses(lost - seen, 'possible ')]),
  ];
  const sum = counts.length === 0 ? 'nothing is lost' : counts.join(', ');
  return `${hooks.length - left} of ${hooks.length} hooks converted; ${sum}.`;
}

const losses = (count: number, kind: string): string => `${count} ${kind}${count === 1 ? 'loss' : 'losses'}`;
