import {
  checkKeys,
  type ConfigFinding,
  type Path,
  type Diagnostic,
  type Dialect,
  type GroupedJsonShape,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonDocument,
  toDiagnostics,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';

/** A settings file of an agent as it is now. */
export interface SettingsText {
  readonly file: string;
  /** Null: there is no such file. */
  readonly text: string | null;
  /** Null: it is not a JSON object. */
  readonly value: JsonObject | null;
  /** Why entries in it would be dead, or cannot be put in; empty: it can be used. */
  readonly problems: readonly Diagnostic[];
}

/** Reads a settings file, and finds what would keep an entry in it from working. */
export async function readSettings(file: string, dialect: Dialect): Promise<SettingsText> {
  const read = textOf(file);
  if ('problem' in read) return broken(file, '', [{ severity: 'error', at: null, message: read.problem, hint: null }]);
  const { text } = read;
  const body = (text ?? '').replace('\uFEFF', '');
  if (body.trim() === '') return { file, text, value: {}, problems: [] };
  const parsed = await parseJsonDocument(body);
  if (!parsed.ok) return broken(file, text, [parsed.finding]);
  const { document } = parsed;
  const value = document.value as Json;
  const findings = [...shapeFindings(value), ...spoilingFindings(value, dialect)];
  const problems = await toDiagnostics(findings, file, document);
  return { file, text, value: isJsonObject(value) ? value : null, problems };
}

async function broken(file: string, text: string | null, findings: readonly ConfigFinding[]): Promise<SettingsText> {
  return { file, text, value: null, problems: await toDiagnostics(findings, file, null) };
}

function textOf(file: string): { readonly text: string | null } | { readonly problem: string } {
  try {
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    return Buffer.from(text).equals(bytes) ? { text } : { problem: 'it is not valid UTF-8' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text: null } : { problem: `it cannot be read (${code ?? String(error)})` };
  }
}

const HOOKS = 'hooks';

const wrong = (path: Path, message: string): ConfigFinding => ({
  severity: 'error',
  at: { path, part: 'value' },
  message,
  hint: null,
});

/** Lists and objects stand where entries are put in. */
function shapeFindings(value: Json): readonly ConfigFinding[] {
  if (!isJsonObject(value)) return [wrong([], 'an object was expected at the top of the file')];
  const hooks = value[HOOKS];
  if (hooks === undefined) return [];
  if (!isJsonObject(hooks)) return [wrong([HOOKS], 'hooks must be an object')];
  return Object.entries(hooks).flatMap(([event, list]) =>
    Array.isArray(list) ? [] : [wrong([HOOKS, event], `hooks.${event} must be a list`)],
  );
}

/** Bad entries with which the agent drops all that the file says. */
function spoilingFindings(value: Json, { shape }: Dialect): readonly ConfigFinding[] {
  const hooks = isJsonObject(value) ? value[HOOKS] : undefined;
  if (shape.kind !== 'grouped-json' || !isJsonObject(hooks)) return [];
  const events = Object.entries(shape.badEntry?.on ?? {}).flatMap(([event, reach]) =>
    reach === 'file' ? [event] : [],
  );
  return events.flatMap((event) => {
    const list = hooks[event];
    return Array.isArray(list)
      ? (list as readonly Json[]).flatMap((group, index) => groupFindings(group, [HOOKS, event, index], shape))
      : [];
  });
}

function groupFindings(group: Json, path: Path, shape: GroupedJsonShape): readonly ConfigFinding[] {
  if (!isJsonObject(group)) return [wrong(path, 'a group must be an object')];
  const handlers = Array.isArray(group[HOOKS]) ? (group[HOOKS] as readonly Json[]) : [];
  return [
    ...errorsOf(group, shape.groupKeys, path),
    ...handlers.flatMap((handler, index) => handlerFindings(handler, [...path, HOOKS, index], shape)),
  ];
}

function handlerFindings(handler: Json, path: Path, { handlers }: GroupedJsonShape): readonly ConfigFinding[] {
  if (!isJsonObject(handler)) return [wrong(path, 'an entry must be an object')];
  const { type } = handler;
  const row = typeof type === 'string' && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (row === undefined) return [wrong([...path, 'type'], `unknown type ${JSON.stringify(type ?? null)}`)];
  return errorsOf(handler, row.keys, path);
}

const errorsOf = (object: JsonObject, keys: Parameters<typeof checkKeys>[1], path: Path): readonly ConfigFinding[] =>
  checkKeys(
    object,
    keys,
    { path, prefix: '', shown: path },
    { badOption: 'skip-entry', unknownKey: 'only-powers' },
  ).findings.filter(({ severity }) => severity === 'error');
