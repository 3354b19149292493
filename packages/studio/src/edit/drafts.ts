import {
  type Hook,
  namedScripts,
  DIALECTS,
  readConfigurationFile,
  readHooks,
  showTrust,
} from '@hookline/core/internal';
import { ChangedMeanwhileError, lineDifference, OutsideProjectError, writeChanges } from '@hookline/toolbox';
import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Draft, DraftLanguage, DraftSaved } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import type { StudioPlace } from '../look/project-hooks.ts';
import type { Asked } from './asks.ts';
import { type DraftStore, type KeptDraft } from './draft-store.ts';

/** The hook with this id as its file has it now, trusted or not. */
export async function hookWithId(id: string, place: StudioPlace): Promise<Hook> {
  const dialect = DIALECTS.find((each) => id.startsWith(`${each.id}:`));
  if (dialect === undefined) throw new HttpProblem(404, 'there is no such hook in this project');
  const { user, project } = await readHooks(dialect.id, place);
  const found = [...user, ...project].find((hook) => hook.id === id);
  if (found === undefined) throw new HttpProblem(404, 'there is no such hook in this project');
  return found;
}

/** Begins a draft of the first file that a hook names. */
export async function beginDraft(id: string, place: StudioPlace, store: DraftStore): Promise<Draft> {
  const hook = await hookWithId(id, place);
  const [named] = namedScripts(hook, place.project, DIALECTS);
  if (named === undefined)
    throw new HttpProblem(409, 'this hook names no file of the project that could be a draft', 'edit its definition');
  const file = resolve(place.project, named);
  const base = textOf(file, place.project);
  if (base === null) throw new HttpProblem(409, `${named} cannot be read as text`);
  return draftView(store.begin({ hook: id, project: place.project, file, base }), store);
}

/** The text of a file of a project, by the reader that trust uses; null: there is none, or it leads out of the project. */
function textOf(file: string, project: string): string | null {
  const read = readConfigurationFile(file, project);
  return read.kind === 'text' ? read.text : null;
}

export function draftView(draft: KeptDraft, store: DraftStore): Draft {
  const { id, hook, project, file, base } = draft;
  const [text, now] = [store.text(draft), textOf(file, project)];
  return {
    id,
    hook,
    name: hook,
    dialect: hook.split(':')[0] ?? '',
    project,
    file: relative(project, file),
    language: languageOf(file, text),
    text,
    differs: text !== now,
    outdated: now !== base,
    changedAt: store.changedAt(draft),
    savedByTerminal: !isProjects(draft),
  };
}

const LANGUAGES: readonly (readonly [RegExp, DraftLanguage])[] = [
  [/\.(?:sh|bash)$/, 'shell'],
  [/\.[cm]?[jt]s$/, 'javascript'],
  [/\.py$/, 'python'],
  [/\.json$/, 'json'],
  [/\.ya?ml$/, 'yaml'],
];
const SHEBANGS: readonly (readonly [RegExp, DraftLanguage])[] = [
  [/^#!.*\b(?:ba|z|da)?sh\b/, 'shell'],
  [/^#!.*\bnode\b/, 'javascript'],
  [/^#!.*\bpython/, 'python'],
];

const languageOf = (file: string, text: string): DraftLanguage =>
  LANGUAGES.find(([ending]) => ending.test(file))?.[1] ?? SHEBANGS.find(([line]) => line.test(text))?.[1] ?? 'text';

/** A file of the project's own hook: after a change it is not trusted any more. What is in force without trust is not. */
const isProjects = ({ hook, project, file }: KeptDraft): boolean => {
  const inside = relative(project, file);
  const scope = hook.split(':')[1];
  return (scope === 'project' || scope === 'local') && !isAbsolute(inside) && inside.split(sep)[0] !== '..';
};

/** Writes the draft over its file, or makes the question for it where the file is in force without trust. */
export async function saveDraft(
  draft: KeptDraft,
  store: DraftStore,
  place: StudioPlace,
  ask: (asked: Asked) => string,
): Promise<DraftSaved> {
  const after = store.text(draft);
  const difference = differenceOf(draft.base, after);
  const write = (): void => writeOver(draft, after);
  if (isProjects(draft)) {
    write();
    store.remove(draft);
    return { kind: 'saved', file: relative(draft.project, draft.file), trust: await trustWords(place), difference };
  }
  const asked = ask({
    lines: [`The page asks to write ${draft.file}, which is in force without trust:`, ...difference.split('\n')],
    question: `Write ${draft.file}?`,
    undone: 'Nothing was written.',
    command: `an editor, with ${draft.file}`,
    act: () => {
      write();
      store.remove(draft);
      return Promise.resolve(`${draft.file} is written`);
    },
  });
  return { kind: 'asked', ask: asked };
}

function writeOver({ file, base, project }: KeptDraft, after: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  try {
    writeChanges([{ path: file, before: base, after, executable: (mode & 0o100) !== 0 }], project);
  } catch (error) {
    if (error instanceof ChangedMeanwhileError || error instanceof OutsideProjectError)
      throw new HttpProblem(409, error.message, 'begin a new draft from the file as it is now');
    throw error;
  }
}

async function trustWords(place: StudioPlace): Promise<string> {
  if (place.trust === 'all') return 'in force: everything is trusted here.';
  const { already, changes } = await showTrust(place);
  if (already) return 'trusted as it is';
  const changed = [...(changes?.changed ?? []), ...(changes?.added ?? [])].join(', ');
  return changes === null ? 'not trusted: hookline trust' : `changed: ${changed}; trust again: hookline trust`;
}

const differenceOf = (before: string, after: string): string =>
  lineDifference(before, after)
    .filter(({ sign }) => sign !== ' ')
    .map(({ sign, text }) => `${sign}${text}`)
    .join('\n');
