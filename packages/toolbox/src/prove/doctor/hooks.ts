import type { Diagnostic, Hooks, InspectedHook, ListedHook } from '@hookline/core/internal';
import { readWhole } from '../../files/read-whole.ts';
import { anyExample } from '../example.ts';
import { type Program, programOf } from '../program.ts';
import { locate } from '../stress/workshop.ts';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';
import { permissionChecks } from './permissions.ts';

/** How many hooks are armed, which are not and why, and what is wrong in the files. */
export function hookChecks(hooks: Hooks): readonly Check[] {
  const listed = hooks.list();
  const armed = listed.filter((hook) => hook.armed).length;
  const total = Math.max(hooks.entries, listed.length);
  const count = `${armed} of ${total} armed`;
  return [
    total === 0 ? info('hooks', 'hooks', 'none here') : ok('hooks', 'hooks', count),
    ...unarmedChecks(listed),
    ...listed.flatMap(({ id, shadow }) =>
      shadow === true ? [info('hooks', id, 'in shadow: it decides nothing')] : [],
    ),
    ...hooks.diagnostics.filter((each) => !isAboutTrust(each)).map(diagnosticCheck),
  ];
}

/**
 * Hooks that wait for trust are reported once, by the check of the project's trust; those in front matter are not wanted
 * until it is in use.
 */
const unarmedChecks = (listed: readonly ListedHook[]): readonly Check[] =>
  listed.flatMap(({ id, armed, why, scope, during }) => {
    if (armed || scope === 'project' || scope === 'local') return [];
    const text = `not armed: ${why ?? 'unknown'}`;
    return [during === undefined ? error('hooks', id, text, 'see: hookline list') : info('hooks', id, text)];
  });

/** Reported by the check of the project's trust, in its own words. */
const isAboutTrust = ({ hint }: Diagnostic): boolean => hint?.includes('"hookline trust"') === true;

/**
 * Hooks that can never be selected; and those that could not be started if they were armed, which no other check
 * covers.
 */
export function inspectionChecks(inspected: readonly InspectedHook[], hooks: Hooks): readonly Check[] {
  const armed = new Set(hooks.list().flatMap((hook) => (hook.armed ? [hook.id] : [])));
  return inspected
    .filter(
      ({ hook, about, diagnostic }) => diagnostic.severity !== 'info' && (about === 'matcher' || !armed.has(hook)),
    )
    .map(({ about, diagnostic }) => ({
      ...diagnosticCheck(diagnostic),
      area: about === 'matcher' ? 'hooks' : 'programs',
    }));
}

function diagnosticCheck({ severity, file, line, column, message, hint }: Diagnostic): Check {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  if (severity === 'info') return info('hooks', place, message);
  return (severity === 'error' ? error : warning)('hooks', place, message, hint ?? 'see: hookline validate');
}

/** What armed hooks would start: exists, is executable, is not a shim, not writable by others. Runs nothing. */
export function programChecks(hooks: Hooks, place: DoctorPlace): readonly Check[] {
  const programs = hooks.list().flatMap((hook) => (hook.armed ? programsOf(hook, hooks, place) : []));
  const checks = programs.flatMap(({ hook, program }) => [
    ...flawCheck(hook, program),
    ...shimChecks(hook, program),
    ...jqChecks(hook, program, place),
  ]);
  const files = new Set(programs.flatMap(({ program }) => program.files.map(({ path }) => path)));
  const writable = [...files].flatMap((path) => permissionChecks(path, 'programs'));
  const found = [...checks, ...unique(writable)];
  if (programs.length === 0) return [];
  const sound = programs.filter(({ program }) => program.flaw === null).length;
  return [ok('programs', 'programs', `${sound} of ${programs.length} can be started`), ...found];
}

interface Started {
  readonly hook: ListedHook;
  readonly program: Program;
}

function programsOf(hook: ListedHook, hooks: Hooks, { project }: DoctorPlace): readonly Started[] {
  const example = anyExample(hook, project);
  const request = example === null ? null : hooks.requestOf(hook.id, example);
  return request === null ? [] : [{ hook, program: programOf(request) }];
}

const flawCheck = ({ id }: ListedHook, { flaw }: Program): readonly Check[] =>
  flaw === null
    ? []
    : [error('programs', id, `cannot be started: ${flaw}`, 'fix or remove the hook, then run: hookline prove')];

const SHIM = /\/(?:shims|\.asdf|\.volta\/bin|\.nodenv|\.rbenv)\//;

const shimChecks = ({ id }: ListedHook, { files }: Program): readonly Check[] =>
  files
    .filter(({ path }) => SHIM.test(path))
    .map(({ path }) =>
      info('programs', id, `runs through the shim ${path}: which program that starts depends on the folder`),
    );

const MOST_BYTES = 1024 * 1024;

function jqChecks({ id }: ListedHook, { files }: Program, { env }: DoctorPlace): readonly Check[] {
  const own = files.at(-1)?.path;
  if (
    own === undefined ||
    !/(?:^|[\s|;&($`])jq\s/m.test(String(readWhole(own, MOST_BYTES) ?? '')) ||
    locate('jq', env['PATH']) !== null
  )
    return [];
  return [error('programs', id, 'uses jq, which is not on PATH', 'install jq')];
}

const unique = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ name }, index) => checks.findIndex((other) => other.name === name) === index);
