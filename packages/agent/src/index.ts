export type { Agent, AgentOptions, EndReason, ModelSlot } from './contract.ts';
export type { ConversationItem, ToolCall, ToolResult } from './conversation.ts';
export type { ElicitationAnswer, ElicitationQuestion, Front, PermissionAnswer, PermissionQuestion } from './front.ts';
export type { Happening, TurnEnd } from './happening.ts';
export { ModelFailure, UsageProblem } from './models/model.ts';
export type { Model, ModelErrorType, ModelReply, ModelRequest, Speaker, ToolDefinition } from './models/model.ts';
export { PERMISSION_MODES, type PermissionMode } from './modes.ts';
export type { Access, Tool, ToolContext, ToolEnd } from './tools/tool.ts';
