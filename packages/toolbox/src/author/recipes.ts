import type { EventName, JsonObject } from '@hookline/core';

/** What a guard from a template searches for: a word in a field of the event. */
export interface Guard {
  /** Neutral name of the field. */
  readonly field: string;
  /** A key inside the field, where it is an object. */
  readonly below?: string;
  readonly word: string;
  readonly reason: string;
  /** Fields of an event that it refuses, and of one that it lets pass where the default example does not. */
  readonly refuses: JsonObject;
  readonly passes?: JsonObject;
}

/** The guards for each event, best first: the first whose field the dialect sends is used. */
export const GUARDS: Readonly<Partial<Record<EventName, readonly Guard[]>>> = {
  SessionStart: [
    {
      field: 'model',
      word: 'preview',
      reason: 'Preview models are not used in this project.',
      refuses: { model: 'large-preview' },
    },
  ],
  SessionEnd: [
    {
      field: 'reason',
      word: 'user_exit',
      reason: 'There is work left to do.',
      refuses: { reason: 'user_exit' },
      passes: { reason: 'sigterm' },
    },
  ],
  UserPromptSubmit: [
    {
      field: 'prompt',
      word: 'password',
      reason: 'Passwords do not belong in a prompt.',
      refuses: { prompt: 'My password is hunter2.' },
    },
  ],
  TurnStart: [
    {
      field: 'prompt',
      word: 'password',
      reason: 'Passwords do not belong in a prompt.',
      refuses: { prompt: 'My password is hunter2.' },
    },
  ],
  PreToolUse: [
    {
      field: 'tool_input',
      below: 'command',
      word: 'rm -rf',
      reason: 'rm -rf is not allowed here.',
      refuses: { tool_input: { command: 'rm -rf build' } },
    },
  ],
  PostToolUse: [
    {
      field: 'tool_response',
      word: 'PRIVATE KEY',
      reason: 'The output holds a private key.',
      refuses: { tool_response: { stdout: '-----BEGIN PRIVATE KEY-----' } },
    },
  ],
  PostToolUseFailure: [
    {
      field: 'error',
      word: 'No space left',
      reason: 'The disk is full: make room before you go on.',
      refuses: { error: 'No space left on device' },
    },
  ],
  Stop: [
    {
      field: 'last_assistant_message',
      word: 'TODO',
      reason: 'Finish what you marked as TODO.',
      refuses: { last_assistant_message: 'Done, but for one TODO.' },
    },
  ],
  SubagentStart: [
    {
      field: 'task',
      word: 'deploy',
      reason: 'Sub-agents do not deploy.',
      refuses: { task: 'Build and deploy the site.' },
    },
  ],
  SubagentStop: [
    {
      field: 'last_assistant_message',
      word: 'TODO',
      reason: 'Finish what you marked as TODO.',
      refuses: { last_assistant_message: 'Done, but for one TODO.' },
    },
    {
      field: 'task',
      word: 'write tests',
      reason: 'Say which tests you have written.',
      refuses: { task: 'Please write tests.' },
    },
  ],
  PreCompact: [
    {
      field: 'trigger',
      word: 'manual',
      reason: 'Start a new session instead of compacting this one.',
      refuses: { trigger: 'manual' },
    },
  ],
  ConfigChange: [
    {
      field: 'source',
      word: 'local_settings',
      reason: 'Local settings are not changed in a running session.',
      refuses: { source: 'local_settings' },
    },
  ],
  Elicitation: [
    {
      field: 'message',
      word: 'password',
      reason: 'Servers are not given passwords.',
      refuses: { message: 'What is your password?' },
    },
  ],
  ElicitationResult: [
    {
      field: 'content',
      word: 'password',
      reason: 'Servers are not given passwords.',
      refuses: { content: { password: 'hunter2' } },
    },
  ],
};

/** A hook's message to the model where it cannot, or need not, refuse. */
export const CONTEXTS: Readonly<Partial<Record<EventName, string>>> = {
  SessionStart: 'Run the tests of this project before you say that you are done.',
  PreModelTurn: 'Keep answers short.',
  TurnEnd: 'Say in one line what has changed.',
  PostToolUse: 'Look at the output before you go on.',
  PostToolUseFailure: 'Read the error before you try again.',
  SubagentStart: 'Name the files that you have looked at.',
  SubagentStop: 'Check what the sub-agent says before you rely on it.',
  PostCompact: 'The conversation was shortened: read the files again that you change.',
  Notification: 'The user was asked something.',
  CwdChanged: 'Paths are now relative to another folder.',
  FileChanged: 'A file has changed outside the session: read it again.',
};
