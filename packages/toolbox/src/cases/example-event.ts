import { type Dialect, type JsonObject, type AnyEvent, nativeEvent, NEUTRAL_FIELDS } from '@hookline/core/internal';
import { join } from 'node:path';
import { findEvent, type NamedEvent } from './event-name.ts';
import { exampleFields } from './example-fields.ts';
import { EXAMPLE_TOOLS, exampleTool, type ExampleToolName } from './example-tools.ts';

export interface ExampleOptions {
  /** The project folder of the example. */
  readonly project: string;
  /** Gives tools and reasons of the event in this dialect's own names, as its hooks expect them. */
  readonly dialect?: string;
  /** The tool of a tool event, by its neutral name; `Bash` by default. */
  readonly tool?: ExampleToolName;
  readonly session?: string;
  /** Fields that replace those of the example, each as a whole. */
  readonly with?: JsonObject;
}

/** There is no example of an event that does not exist. */
export class UnknownEventError extends Error {}

/**
 * A realistic event with all its fields, ready to fire. The name may be neutral or native; throws `UnknownEventError`.
 */
export function exampleEvent(name: string, options: ExampleOptions): AnyEvent {
  const found = findEvent(name, options.dialect ?? null);
  if (!found.ok) throw new UnknownEventError(found.problem);
  const { project } = options;
  const neutral: AnyEvent = {
    hook_event_name: found.neutral,
    session_id: options.session ?? 'example-session',
    cwd: project,
    transcript_path: join(project, '.transcripts/example-session.jsonl'),
    permission_mode: 'default',
    timestamp: '2026-01-15T10:30:00+00:00',
    project_path: project,
    non_interactive: false,
    ...exampleFields(found.neutral, { project, tool: exampleTool(options.tool ?? usualTool(found), project) }),
  };
  const { dialect, native } = found;
  const event = dialect === null || native === null ? neutral : inItsWords(neutral, dialect, native);
  return { ...event, ...options.with, hook_event_name: found.neutral };
}

/** The tool of an example: the first that the event is about. */
function usualTool({ dialect, native }: NamedEvent & { ok: true }): ExampleToolName {
  const when = native === null ? undefined : dialect?.events[native]?.when;
  if (when?.field !== 'tool_name') return 'Bash';
  const fits = new RegExp(when.fits);
  return EXAMPLE_TOOLS.find((name) => fits.test(exampleTool(name, '/').tool_name)) ?? 'Bash';
}

/**
 * With the names that the dialect's own agent would use, without the fields of other dialects that no vocabulary
 * names.
 */
function inItsWords(event: AnyEvent, dialect: Dialect, native: string): AnyEvent {
  const row = dialect.events[native];
  if (row === undefined) return event;
  const known = new Set<string>([...NEUTRAL_FIELDS, ...row.fields.map(({ name }) => name)]);
  const own = Object.entries(event).filter(([name]) => known.has(name));
  const { project_path: project } = event;
  return nativeEvent(
    dialect,
    row,
    { ...Object.fromEntries(own), hook_event_name: event.hook_event_name },
    typeof project === 'string' ? project : '',
  );
}
