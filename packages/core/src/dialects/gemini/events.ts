import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));
/** Fields that are sent in any case. */
const always = (...names: readonly string[]): readonly PayloadField[] =>
  names.map((name) => ({ name, from: [name], or: null }));

const TOOL = always('tool_name', 'tool_input');
const TOOL_ENDS = given('mcp_context', 'original_request_name');

const END_WORDS: NativeWords = { field: 'reason', words: { user_exit: 'exit', ask_complete: 'exit', sigterm: 'other', sighup: 'other', error: 'other' } };

const OPEN = { onFault: 'proceed', waits: true, text: 'message' } as const;
const about = (field: string) => ({ subject: { from: 'field', field } }) as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;
const POWERLESS = { block: null, halts: 'no-power' } as const;

/** The native events: what they mean, what they are matched against, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  SessionStart: { ...OPEN, ...about('source'), ...POWERLESS, match: 'equal', means: ['SessionStart'], fields: always('source') },
  SessionEnd: { ...OPEN, ...about('reason'), match: 'equal', means: ['SessionEnd'], block: null, context: 'dropped', fields: always('reason'), words: END_WORDS },
  BeforeAgent: {
    ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', endsTurn: true, fields: always('prompt'),
    blockText: { text: 'Agent execution blocked: {reason}' },
  },
  AfterAgent: {
    ...OPEN, ...ABOUT_NOTHING, means: ['Stop'], block: 'keep_working', endsTurn: true, context: 'dropped',
    fields: [
      { name: 'prompt', from: ['prompt'], or: '' },
      { name: 'prompt_response', from: ['prompt_response', 'last_assistant_message'], or: '' },
      { name: 'stop_hook_active', from: ['stop_hook_active'], or: false },
    ],
  },
  BeforeModel: { ...OPEN, ...ABOUT_NOTHING, means: ['PreModelTurn'], block: 'end_turn', endsTurn: true, context: 'dropped', fold: 'laid-over-deep', fields: always('llm_request') },
  BeforeToolSelection: { ...OPEN, ...ABOUT_NOTHING, ...POWERLESS, means: ['PreToolSelection'], context: 'dropped', fields: always('llm_request') },
  AfterModel: { ...OPEN, ...ABOUT_NOTHING, means: ['PostModelTurn'], block: 'end_turn', endsTurn: true, context: 'dropped', fold: 'laid-over-deep', fields: always('llm_request', 'llm_response') },
  BeforeTool: {
    ...OPEN, ...about('tool_name'), means: ['PreToolUse'], block: 'deny_tool', endsTurn: true, context: 'dropped', fields: [...TOOL, ...TOOL_ENDS],
    blockText: { text: 'Tool execution blocked: {reason}' },
  },
  AfterTool: {
    ...OPEN, ...about('tool_name'), means: ['PostToolUse', 'PostToolUseFailure'], block: 'withhold_output', endsTurn: true,
    fields: [...TOOL, { name: 'tool_response', from: ['tool_response'], as: 'content-or-error', or: null }, ...TOOL_ENDS],
  },
  Notification: {
    ...OPEN, ...ABOUT_NOTHING, ...POWERLESS, means: ['Notification'], context: 'dropped',
    fields: [...always('notification_type', 'message'), { name: 'details', from: ['details'], or: {} }],
  },
  PreCompress: { ...OPEN, ...about('trigger'), ...POWERLESS, match: 'equal', means: ['PreCompact'], context: 'dropped', fields: always('trigger') },
};
