import type { EventName } from './event.ts';
import type { Effect } from './outcome.ts';

/** What refuses each event in any dialect; null where an event is only a notification. */
export const REFUSALS = {
  SessionStart: 'abort_session',
  SessionEnd: 'keep_session',
  UserPromptSubmit: 'reject_prompt',
  TurnStart: 'reject_prompt',
  TurnEnd: 'keep_working',
  PreModelTurn: 'retry_turn',
  PostModelTurn: null,
  PreToolUse: 'deny_tool',
  PostToolUse: 'withhold_output',
  PostToolUseFailure: 'withhold_output',
  PermissionRequest: 'deny_tool',
  PermissionDenied: null,
  Stop: 'keep_working',
  StopFailure: null,
  SubagentStart: 'refuse_subagent',
  SubagentStop: 'keep_working',
  PreCompact: 'cancel_compaction',
  PostCompact: null,
  Notification: null,
  InstructionsLoaded: null,
  ConfigChange: 'refuse_change',
  CwdChanged: null,
  FileChanged: null,
  WorktreeCreate: 'fail_worktree',
  WorktreeRemove: null,
  Elicitation: 'decline',
  ElicitationResult: 'decline',
  FacetSwitch: null,
} as const satisfies Readonly<Record<EventName, Effect | null>>;
