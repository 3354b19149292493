import type { AnyEvent } from '@hookline/core/internal';
import { exampleEvent, type ExampleOptions } from './example-event.ts';
import { EXAMPLE_TOOLS } from './example-tools.ts';

/** The usual values of the fields that matchers of events without a tool are tested against. */
const SUBJECTS: Readonly<Record<string, readonly [field: string, values: readonly string[]]>> = {
  SessionStart: ['source', ['startup', 'resume', 'clear', 'compact', 'new']],
  SessionEnd: [
    'reason',
    ['user_exit', 'clear', 'resume', 'logout', 'prompt_input_exit', 'quit', 'ask_complete', 'sigterm', 'other'],
  ],
  StopFailure: [
    'error_type',
    [
      'rate_limit',
      'authentication_failed',
      'billing_error',
      'invalid_request',
      'server_error',
      'max_output_tokens',
      'unknown',
    ],
  ],
  PreCompact: ['trigger', ['auto', 'manual']],
  PostCompact: ['trigger', ['auto', 'manual']],
  Notification: [
    'notification_type',
    [
      'permission_prompt',
      'idle_prompt',
      'auth_success',
      'elicitation_dialog',
      'elicitation_response',
      'elicitation_complete',
    ],
  ],
  InstructionsLoaded: ['load_reason', ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact']],
  ConfigChange: [
    'source',
    ['project_settings', 'user_settings', 'local_settings', 'policy_settings', 'skills', 'agents'],
  ],
};

/** Several examples of one event, the usual one first: each tool, or each usual subject, once. */
export function exampleEvents(name: string, options: ExampleOptions): readonly AnyEvent[] {
  const usual = exampleEvent(name, options);
  if (options.tool === undefined && Object.hasOwn(usual, 'tool_input'))
    return EXAMPLE_TOOLS.map((tool) => exampleEvent(name, { ...options, tool }));
  const [field, values] = SUBJECTS[usual.hook_event_name] ?? ['', []];
  const others = values.filter((value) => value !== usual[field]);
  return [usual, ...others.map((value) => ({ ...usual, [field]: value }))];
}
