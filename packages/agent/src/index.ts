export { createAgent } from './create-agent.ts';
export type { Agent, AgentOptions, EndReason, ModelSlot } from './contract/agent.ts';
export type { ConversationItem, ToolCall, ToolResult } from './contract/conversation.ts';
export type {
  ElicitationAnswer,
  ElicitationQuestion,
  Front,
  PermissionAnswer,
  PermissionQuestion,
} from './contract/front.ts';
export type { Happening, TurnEnd } from './contract/happening.ts';
export { ModelFailure, UsageProblem } from './contract/model.ts';
export type { Model, ModelErrorType, ModelReply, ModelRequest, Speaker, ToolDefinition } from './contract/model.ts';
export { PERMISSION_MODES, type PermissionMode } from './contract/permission-mode.ts';
export { createModel, type ModelChoice } from './models/create-model.ts';
export { createSlots, MODEL_SLOTS, modelNamer } from './models/create-slots.ts';
