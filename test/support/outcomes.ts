import type { Diagnostic, ExplainedHook, HookRun, ListedHook, Outcome } from '../../packages/core/src/internal.ts';

/** Outcomes and what they consist of: complete, and plain where a test says nothing else. */
export const outcomeWith = (part: Partial<Outcome>): Outcome => ({
  event: 'PreToolUse',
  decision: 'none',
  reason: null,
  block: null,
  updatedInput: null,
  updatedToolOutput: null,
  updatedPrompt: null,
  additionalContext: [],
  contextHooks: [],
  messages: [],
  extra: {},
  hooks: [],
  diagnostics: [],
  ...part,
});

export const runWith = (part: Partial<HookRun>): HookRun => ({
  id: 'kolega:project:PreToolUse[0].hooks[0]',
  name: 'guard',
  dialect: 'kolega',
  scope: 'project',
  source: '.kolega/hooks.json',
  handler: 'command',
  status: 'passed',
  exitCode: 0,
  signal: null,
  durationMs: 4.1,
  stdout: '',
  stderr: '',
  truncated: [],
  fault: null,
  quiet: false,
  why: null,
  notes: [],
  ...part,
});

export const listedWith = (part: Partial<ListedHook>): ListedHook => ({
  id: 'kolega:project:PreToolUse[0].hooks[0]',
  name: 'guard',
  dialect: 'kolega',
  scope: 'project',
  source: '.kolega/hooks.json',
  event: 'PreToolUse',
  matcher: null,
  handler: 'command',
  armed: true,
  why: null,
  ...part,
});

export const explainedWith = (part: Partial<ExplainedHook>): ExplainedHook => ({
  ...listedWith({}),
  runs: true,
  why: 'it matches everything',
  order: 1,
  ...part,
});

export const diagnosticWith = (part: Partial<Diagnostic>): Diagnostic => ({
  severity: 'error',
  file: '.kolega/hooks.json',
  line: 2,
  column: 5,
  message: 'unknown event "PreTool"',
  hint: 'did you mean "PreToolUse"?',
  ...part,
});
