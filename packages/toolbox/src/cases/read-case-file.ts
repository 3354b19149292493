import {
  DIALECTS,
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  type AnyEvent,
} from '@hookline/core/internal';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { readWhole } from '../files/read-whole.ts';
import { type CaseDocument, openCaseDocument, type Path } from './case-document.ts';
import { caseEvent, type EventSource } from './case-event.ts';
import { CASE_KEYS, FILE_KEYS } from './case-keys.ts';
import { type CaseReader, own, readObject, readText, readTexts, readWord, shapeOf, tell } from './case-reader.ts';
import { EXAMPLE_TOOLS } from './example-tools.ts';
import type { CaseFile, Expectation, HookCase } from './hook-case.ts';
import { withProject } from './placeholders.ts';
import { readExpectation } from './read-expectation.ts';

/** Reads a case file. A broken case is reported with its location, and does not affect the others. */
export async function readCaseFile(file: string, project: string): Promise<CaseFile> {
  const display = displayOf(file, project);
  const text = readWhole(file, MOST_BYTES)?.toString() ?? null;
  if (text === null) return { file, cases: [], fixtures: [], diagnostics: [unreadable(display)] };
  const document = await openCaseDocument(text, display);
  if (!('tree' in document)) return { file, cases: [], fixtures: [], diagnostics: [document] };
  return readTop(document, { file, display, project });
}

/** A path for people: relative to the project, absolute outside it. */
const displayOf = (file: string, project: string): string =>
  isInside(file, project) ? relative(project, file) || '.' : file;

/** Whether a path is a folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

interface FilePlace {
  readonly file: string;
  readonly display: string;
  readonly project: string;
}

/** What all cases of a file share. */
interface SharedByCases extends FilePlace {
  readonly dialects: readonly string[] | null;
  readonly hooks: readonly string[] | null;
  readonly hook: string | null;
  readonly fixtures: string[];
}

function readTop({ value, locate }: CaseDocument, place: FilePlace): CaseFile {
  const reader: CaseReader = { display: place.display, locate, diagnostics: [] };
  const fixtures: string[] = [];
  const { file } = place;
  const top = readObject(reader, value, [], FILE_KEYS);
  if (top === null) return { file, cases: [], fixtures, diagnostics: reader.diagnostics };
  const shared: SharedByCases = {
    ...place,
    project: readProject(reader, top, place),
    dialects: readDialects(reader, top, []),
    hooks: readTexts(reader, top, 'hooks', []) ?? null,
    hook: readText(reader, top, 'hook', []) ?? null,
    fixtures,
  };
  const list = own(top, 'cases');
  if (!Array.isArray(list)) {
    tell(
      reader,
      { path: ['cases'] },
      `cases must be a list, not ${shapeOf(list)}`,
      'begin with cases: and a line "- name: ..."',
    );
    return { file, cases: [], fixtures, diagnostics: reader.diagnostics };
  }
  const cases = (list as readonly Json[]).map((item, index) => readCase(reader, item, index, shared));
  return { file, cases: cases.filter((each) => each !== null), fixtures, diagnostics: reader.diagnostics };
}

/** A file of the project applies to that project: it must not lead to another one, which may be trusted. */
function readProject(reader: CaseReader, top: JsonObject, { file, project }: FilePlace): string {
  const folder = readText(reader, top, 'project', []);
  const asked = folder === undefined ? project : resolve(dirname(file), folder);
  if (isInside(asked, project) || !isInside(file, project)) return asked;
  tell(reader, { path: ['project'] }, `project leads out of ${project}`, 'name the other project with --project');
  return project;
}

function readCase(reader: CaseReader, value: Json, index: number, shared: SharedByCases): HookCase | null {
  const path: Path = ['cases', index];
  const before = reader.diagnostics.length;
  const object = readObject(reader, value, path, CASE_KEYS);
  if (object === null) return null;
  const source = readSource(reader, object, path, shared);
  const dialects = readDialects(reader, object, path) ?? shared.dialects;
  const prove = readWord(reader, { value: own(object, 'prove'), path: [...path, 'prove'] }, PROVES);
  const expect = readExpected(reader, object, path, { project: shared.project, prove });
  const name = readText(reader, object, 'name', path);
  const hook = readText(reader, object, 'hook', path) ?? shared.hook;
  const hooks = readTexts(reader, object, 'hooks', path) ?? shared.hooks ?? (hook === null ? null : [hook]);
  const event = source === null ? null : readEvent(reader, object, path, { source, dialects, project: shared.project });
  if (event === null || expect === undefined || reader.diagnostics.length > before) return null;
  return {
    title: name ?? `${sourceKey(object)} ${source?.from === 'example' ? source.name : event.hook_event_name}`,
    file: shared.file,
    display: shared.display,
    line: reader.locate(path).line,
    index,
    project: shared.project,
    dialects,
    hooks,
    event,
    expect,
    prove: prove === undefined ? null : PROVED[prove].must,
    skip: own(object, 'skip') === true,
  };
}

const PROVES = ['must block', 'must pass'] as const;

/** The default expectation of a canary. */
const PROVED = {
  'must block': { must: 'block', expect: { decision: 'block' } },
  'must pass': { must: 'pass', expect: { isLetPass: true } },
} as const;

function readExpected(
  reader: CaseReader,
  object: JsonObject,
  path: Path,
  { project, prove }: { readonly project: string; readonly prove: (typeof PROVES)[number] | undefined },
): Expectation | null | undefined {
  const written = own(object, 'expect');
  if (written === undefined && prove !== undefined) return PROVED[prove].expect;
  return readExpectation(reader, written === undefined ? undefined : withProject(written, project), [
    ...path,
    'expect',
  ]);
}

interface Origin {
  readonly source: EventSource;
  readonly dialects: readonly string[] | null;
  readonly project: string;
}

function readEvent(reader: CaseReader, object: JsonObject, path: Path, origin: Origin): AnyEvent | null {
  const { dialects, project } = origin;
  const changes = own(object, 'with') ?? {};
  if (!isJsonObject(changes)) {
    tell(reader, { path: [...path, 'with'] }, `with must be a mapping, not ${shapeOf(changes)}`);
    return null;
  }
  const dialect = dialects?.length === 1 ? (dialects[0] ?? null) : null;
  const source = withProject(origin.source, project);
  const event = caseEvent(source, { project, dialect, with: withProject(changes, project) });
  if (typeof event !== 'string') return event;
  tell(reader, { path: [...path, sourceKey(object)] }, event);
  return null;
}

const SOURCES = ['example', 'event', 'fixture'] as const;

const sourceKey = (object: JsonObject): string => SOURCES.find((key) => own(object, key) !== undefined) ?? 'event';

function readSource(reader: CaseReader, object: JsonObject, path: Path, shared: SharedByCases): EventSource | null {
  const named = SOURCES.filter((key) => own(object, key) !== undefined);
  if (named.length !== 1) {
    const found = named.length === 0 ? 'none is there' : `${named.join(' and ')} are there`;
    tell(reader, { path }, `a case needs one of ${SOURCES.join(', ')}: ${found}`, 'such as example: PreToolUse');
    return null;
  }
  const tool = readWord(reader, { value: own(object, 'tool'), path: [...path, 'tool'] }, EXAMPLE_TOOLS) ?? null;
  const event = own(object, 'event');
  if (event !== undefined) return { from: 'object', object: event };
  const name = readText(reader, object, 'example', path);
  if (name !== undefined) return { from: 'example', name, tool };
  const fixture = readText(reader, object, 'fixture', path);
  return fixture === undefined ? null : readFixture(reader, fixture, path, shared);
}

function readFixture(reader: CaseReader, name: string, path: Path, shared: SharedByCases): EventSource | null {
  const file = resolve(dirname(shared.file), name);
  if (isInside(shared.file, shared.project) && !isInside(realPathOf(file), realPathOf(shared.project))) {
    tell(
      reader,
      { path: [...path, 'fixture'] },
      `fixture ${name} leads out of the project`,
      'copy the file into the project: a case file of a project reads nothing outside of it',
    );
    return null;
  }
  shared.fixtures.push(file);
  const text = readWhole(file, MOST_BYTES)?.toString() ?? null;
  try {
    if (text !== null) return { from: 'object', object: JSON.parse(text.replace(/^\uFEFF/, '')) as Json };
    tell(
      reader,
      { path: [...path, 'fixture'] },
      `there is no file ${name} that can be read`,
      'it is looked for beside this file',
    );
  } catch (error) {
    tell(reader, { path: [...path, 'fixture'] }, `${name} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  return null;
}

/** With symlinks resolved; as given where there is no such file. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function readDialects(reader: CaseReader, object: JsonObject, path: Path): readonly string[] | null {
  const asked = readTexts(reader, object, 'dialect', path);
  if (asked === undefined) return null;
  const known = DIALECTS.map(({ id }) => id);
  for (const value of asked) readWord(reader, { value, path: [...path, 'dialect'] }, known);
  return asked.filter((id) => known.includes(id));
}

const MOST_BYTES = 8 * 1024 * 1024;

const unreadable = (file: string): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message: 'the file cannot be read',
  hint: 'check the path and its rights; at most 8 MiB are read',
});
