import { dirname } from 'node:path';
import type { ConfigFinding } from '../load/document.ts';
import { toDiagnostics } from '../load/document.ts';
import { parseJsonDocument } from '../load/json-document.ts';
import type { HookEntry } from '../engine/routes.ts';
import type { Diagnostic, Hook } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsFile } from '../settings/own-folders.ts';
import { DEFAULT_RETENTION, type Retention, retentionIn } from '../settings/record-settings.ts';
import { closing, failClosedIn } from './fail-closed.ts';
import { sha256 } from '../text/sha256.ts';
import { liesInProject } from '../trust/state-inside-project.ts';
import { resolvedPath } from '../trust/paths.ts';
import { folderProblem, isMissingError, readPrivateFile } from '../trust/private-files.ts';

/** One entry of `shadow` in the settings. */
export interface ShadowEntry {
  readonly id: string;
  /** The project whose hook is meant; null for a hook of the user. */
  readonly project: string | null;
  /** The definition that was put in shadow; null: whatever hook has the id. */
  readonly definition: string | null;
}

/** An entry that could be about a hook here, and its location. */
export interface ShadowMark extends ShadowEntry {
  readonly at: Omit<Diagnostic, 'message' | 'hint'>;
}

/** The hooks in shadow in the user's settings. */
export interface Shadows {
  /** What to add to a hook of the running set: a mark, or nothing. */
  readonly markOf: (hook: Hook) => Pick<HookEntry, 'shadow'>;
  /** The hook, with its failures as refusals where the user wants that; the same object where not. */
  readonly withOnFailure: (hook: Hook) => Hook;
  /**
   * The marks that could be about hooks of this project; those of other projects and of excluded dialects are left
   * out.
   */
  readonly marks: readonly ShadowMark[];
  readonly digestOf: (hook: Hook) => string;
  /** How much of the record is kept. */
  readonly retention: Retention;
  readonly diagnostics: readonly Diagnostic[];
}

const NOT_SHADOWED: Pick<HookEntry, 'shadow'> = {};

/** No hook is in shadow. */
export const NO_SHADOWS: Shadows = {
  markOf: () => NOT_SHADOWED,
  withOnFailure: (hook) => hook,
  marks: [],
  digestOf: () => '',
  retention: DEFAULT_RETENTION,
  diagnostics: [],
};

/** The settings as read: the object, its shadow entries, and what is wrong with it. */
export interface SettingsDocument {
  readonly value: Readonly<Record<string, unknown>>;
  readonly marks: readonly ShadowMark[];
  /** Ids and patterns of hooks whose failures refuse. */
  readonly failClosed: readonly string[];
  readonly retention: Retention;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the file as a whole is ignored; null when it is not. */
  readonly problem: string | null;
}

/** The hooks in shadow here; a file that is not trustworthy or readable is ignored, so its hooks decide. */
export async function readShadows(settings: Settings): Promise<Shadows> {
  const { marks, failClosed, retention, diagnostics } = await readSettings(settings);
  const here = marks.filter((mark) => isHere(mark, settings));
  const withOnFailure = failClosed.length === 0 ? NO_SHADOWS.withOnFailure : closing(failClosed);
  if (here.length === 0) return { ...NO_SHADOWS, withOnFailure, retention, diagnostics };
  const digests = new Map<Hook, string>();
  const digestOf = (hook: Hook): string => {
    const digest = digests.get(hook) ?? definitionOf(hook);
    digests.set(hook, digest);
    return digest;
  };
  const isMarked = (hook: Hook): boolean =>
    here.some(({ id, definition }) => id === hook.id && (definition === null || definition === digestOf(hook)));
  const markOf: Shadows['markOf'] = (hook) => (isMarked(hook) ? { shadow: true } : {});
  return { markOf, withOnFailure, marks: here, digestOf, retention, diagnostics };
}

/** What identifies a definition, wherever its file is; the scripts that it runs do not count. */
export const definitionOf = ({ name, event, matcher, condition, handler }: Hook): string =>
  sha256(JSON.stringify([name, event, matcher.text, condition?.text ?? null, handler]));

/** Reads the user's settings whole. */
export async function readSettings(settings: Settings): Promise<SettingsDocument> {
  const file = settingsFile(settings);
  const text = textOf(file, settings);
  if (typeof text !== 'string') return text === null ? EMPTY : unusable(file, text.problem);
  const parsed = await parseJsonDocument(text);
  if (!parsed.ok) {
    const diagnostics = await toDiagnostics([withConsequence(parsed.finding)], file, null);
    return { ...EMPTY, diagnostics, problem: parsed.finding.message };
  }
  const { value } = parsed.document;
  if (!isJsonObject(value)) return unusable(file, 'a JSON object was expected');
  const findings: ConfigFinding[] = [];
  const entries = entriesIn(value, (finding) => findings.push(finding));
  const failClosed = failClosedIn(value, (finding) => findings.push(finding));
  const retention = retentionIn(value, (finding) => findings.push(finding));
  const diagnostics = await toDiagnostics(findings, file, parsed.document);
  const locate = entries.length === 0 ? null : await parsed.document.locator();
  const marks = entries.map(({ entry, index }) => {
    const { line, column } = locate?.(['shadow', index], 'value') ?? { line: null, column: null };
    return { ...entry, at: { severity: 'warning' as const, file, line, column } };
  });
  return { value, marks, failClosed, retention, diagnostics, problem: null };
}

const EMPTY: SettingsDocument = {
  value: {},
  marks: [],
  failClosed: [],
  retention: DEFAULT_RETENTION,
  diagnostics: [],
  problem: null,
};

function textOf(file: string, { project, home }: Settings): string | null | { readonly problem: string } {
  try {
    if (liesInProject([dirname(file), file], project, home))
      return {
        problem: 'it is inside the project, which must not decide this; set HOOKLINE_CONFIG_DIR to a folder outside',
      };
    const problem = folderProblem(dirname(file));
    return problem === null ? readPrivateFile(file) : { problem };
  } catch (error) {
    return isMissingError(error) ? null : { problem: error instanceof Error ? error.message : String(error) };
  }
}

const NOT_IN_FORCE = 'until then no hook is in shadow, and none fails closed by these settings';

const withConsequence = (finding: ConfigFinding): ConfigFinding => ({
  ...finding,
  hint: [...(finding.hint === null ? [] : [finding.hint]), NOT_IN_FORCE].join('; '),
});

const unusable = (file: string, problem: string): SettingsDocument => ({
  ...EMPTY,
  problem,
  diagnostics: [
    {
      severity: 'error',
      file,
      line: null,
      column: null,
      message: `the settings are not used: ${problem}`,
      hint: NOT_IN_FORCE,
    },
  ],
});

interface FoundEntry {
  readonly entry: ShadowEntry;
  readonly index: number;
}

function entriesIn(
  value: Readonly<Record<string, unknown>>,
  report: (finding: ConfigFinding) => void,
): readonly FoundEntry[] {
  const list = Object.hasOwn(value, 'shadow') ? value['shadow'] : [];
  if (!Array.isArray(list)) {
    report({ severity: 'error', at: { path: ['shadow'], part: 'value' }, message: LIST_EXPECTED, hint: SHAPE });
    return [];
  }
  return list.flatMap((item: unknown, index): readonly FoundEntry[] => {
    const entry = entryOf(item);
    if (typeof entry !== 'string') return [{ entry, index }];
    report({
      severity: 'error',
      at: { path: ['shadow', index], part: 'value' },
      message: `shadow: ${entry}`,
      hint: SHAPE,
    });
    return [];
  });
}

const LIST_EXPECTED = 'shadow: a list of hook ids was expected';
const SHAPE = 'such as {"shadow": [{"id": "the id of a hook"}]}; "hookline shadow ID" writes it';

/** An entry, or what is wrong with it. */
function entryOf(item: unknown): ShadowEntry | string {
  const {
    id,
    project = null,
    definition = null,
  }: Readonly<Record<string, unknown>> = isJsonObject(item) ? item : { id: item };
  if (typeof id !== 'string' || id === '') return 'the id of a hook was expected';
  if (project !== null && typeof project !== 'string') return `"${id}": project must be the path of a folder`;
  if (definition !== null && typeof definition !== 'string') return `"${id}": definition must be a digest`;
  if (project === null && /^[^:]*:(?:project|local):/.test(id))
    return `"${id}" is a hook of a project, and no project is named`;
  return { id, project, definition };
}

function isHere({ id, project }: ShadowEntry, { project: here, dialects, systems }: Settings): boolean {
  const dialect = id.split(':')[0] ?? '';
  const isLeftOut = systems.some(({ id: known }) => known === dialect) && !dialects.some((each) => each.id === dialect);
  return !isLeftOut && (project === null || resolvedPath(project) === resolvedPath(here));
}
