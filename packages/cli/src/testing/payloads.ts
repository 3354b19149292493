/** A payload as the connected agent of these tests writes it. */
export const payloadOf = (event: string, fields: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({
    session_id: 'session-1',
    transcript_path: '/home/ana/transcript.jsonl',
    cwd: '/',
    permission_mode: 'default',
    hook_event_name: event,
    ...fields,
  })}\n`;

let calls = 0;

/** A tool call of its own: no two have the same number. */
export const toolCall = (command = 'ls', fields: Readonly<Record<string, unknown>> = {}): string =>
  payloadOf('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command, description: 'a command' },
    tool_use_id: `toolu_${process.pid}_${(calls += 1)}`,
    ...fields,
  });

/** The answer that holds a tool call back. */
export const denial = (reason: unknown): unknown => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});
