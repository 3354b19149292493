export { createAgent } from './create-agent.ts';
export type { Agent, AgentOptions, EndReason, ModelSlot } from './contract/agent.ts';
export type { ConversationItem, ToolCall, ToolResult } from './contract/conversation.ts';
export type {
  ElicitationAnswer,
  ElicitationQuestion,
  UserInterface,
  PermissionAnswer,
  PermissionQuestion,
} from './contract/user-interface.ts';
export type { AgentEvent, TurnEnd } from './contract/agent-event.ts';
export { ModelFailure, UsageProblem } from './contract/model.ts';
export type { Model, ModelErrorType, ModelReply, ModelRequest, Speaker, ToolDefinition } from './contract/model.ts';
export { PERMISSION_MODES, type PermissionMode } from './contract/permission-mode.ts';
export { createModel, type ModelChoice } from './models/create-model.ts';
export { createSlots, MODEL_SLOTS, modelNamer } from './models/create-slots.ts';
