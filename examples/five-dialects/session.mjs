// A short agent session: what happens, and what the hooks of the project must make of it.
export const SESSION = [
  {
    says: 'The session begins',
    event: { hook_event_name: 'SessionStart', source: 'startup' },
    expect: { decision: 'none', contexts: 1 },
  },
  {
    says: 'The user pastes a key into a prompt',
    event: { hook_event_name: 'UserPromptSubmit', prompt: 'deploy with AKIAABCDEFGHIJKLMNOP please' },
    expect: { decision: 'none', updatedPrompt: 'deploy with [REDACTED-AWS] please' },
  },
  {
    says: 'The model lists files',
    event: { hook_event_name: 'PreToolUse', tool_name: 'shell', tool_input: { command: 'ls -la' } },
    expect: { decision: 'none' },
  },
  {
    says: 'The tool printed a token',
    event: {
      hook_event_name: 'PostToolUse',
      tool_name: 'shell',
      tool_input: { command: 'ls -la' },
      tool_response: 'token: ghp_abc123',
    },
    expect: { decision: 'none', updatedToolOutput: 'token: [token]' },
  },
  {
    says: 'The model wants to delete everything',
    event: { hook_event_name: 'PreToolUse', tool_name: 'shell', tool_input: { command: 'rm -rf /' } },
    expect: { decision: 'block', effect: 'deny_tool' },
  },
  {
    says: 'The model writes a secret to a file',
    event: {
      hook_event_name: 'PreToolUse',
      tool_name: 'write_file',
      tool_input: { path: '.env', content: 'AWS_SECRET=1' },
    },
    expect: { decision: 'block', effect: 'deny_tool' },
  },
  {
    says: 'The model edits a generated file',
    event: {
      hook_event_name: 'PreToolUse',
      tool_name: 'file_edit_search_replace',
      tool_input: { path: 'CHANGELOG.md' },
    },
    expect: { decision: 'block', effect: 'deny_tool' },
  },
  {
    says: 'The model thinks it is done, but the tests fail',
    event: { hook_event_name: 'Stop', last_assistant_message: 'Done.' },
    expect: { decision: 'block', effect: 'keep_working' },
  },
  {
    says: 'The model mends the sum and is done again',
    mend: true,
    event: { hook_event_name: 'Stop', last_assistant_message: 'Now it is done.' },
    expect: { decision: 'none' },
  },
  { says: 'The session ends', event: { hook_event_name: 'SessionEnd', reason: 'other' }, expect: { decision: 'none' } },
];
