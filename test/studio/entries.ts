// Lines of a record as the recorder writes them, for tests that need more of them than hooks can be run for.
import { join } from 'node:path';
import { newDecisionId, type RecordEntry } from '@hookline/core/internal';
import type { Place } from '../../packages/cli/src/testing/place.ts';
import { runWith } from '../support/outcomes.ts';

/** Where the command writes the record of a place. */
export const recordOf = (place: Place): string => join(place.home, '.local/state/hookline/record');

interface StartPart {
  readonly pid?: number;
  readonly command?: string;
  readonly hooks?: readonly string[];
}

export const startOf = (
  id: string,
  { project }: { readonly project: string },
  { pid = process.pid, command = 'git status', hooks = [] }: StartPart = {},
): RecordEntry =>
  ({
    v: 1,
    kind: 'start',
    id,
    at: new Date().toISOString(),
    pid,
    project,
    event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
    hooks,
  }) as unknown as RecordEntry;

export const endOf = (id: string, durationMs = 1, hooks: readonly unknown[] = []): RecordEntry =>
  ({
    v: 1,
    kind: 'end',
    id,
    at: new Date().toISOString(),
    outcome: {
      decision: 'none',
      reason: null,
      block: null,
      rewritten: [],
      contexts: { count: 0, texts: [] },
      messages: [],
      extra: {},
    },
    hooks,
    durationMs,
  }) as unknown as RecordEntry;

/** A decision without a hook. */
export function passOf(
  place: { readonly project: string },
  command: string,
  at: number = Date.now(),
): readonly RecordEntry[] {
  const id = newDecisionId(at);
  return [startOf(id, place, { command }), endOf(id)].map((entry) => ({ ...entry, at: new Date(at).toISOString() }));
}

/** A decision that waited for a hook which took too long. */
export function slowRunOf(place: { readonly project: string }, durationMs: number): readonly RecordEntry[] {
  const [id, hook] = [newDecisionId(), 'polytoken:project:a-guard'];
  const run = runWith({
    id: hook,
    name: './guards/a-guard-with-a-long-name.sh',
    dialect: 'polytoken',
    source: '.polytoken/hooks.json',
    status: 'timed_out',
    durationMs,
    fault: { code: 'timeout', message: 'it took too long' },
  });
  return [startOf(id, place, { hooks: [hook] }), endOf(id, durationMs, [run])];
}
