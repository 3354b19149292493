export { createHooks } from './create-hooks.ts';
export { annotationOf, boundOf, hostText, turnEndOf } from './host/host-text.ts';
export { DIALECTS } from './dialects/index.ts';
export type { Diagnostic } from './model/diagnostic.ts';
export { EVENT_NAMES, type EventName, type LifecycleEvent } from './model/event.ts';
export type { EventFields } from './model/event-fields.ts';
export type {
  AskAgent,
  AskModel,
  CallMcpTool,
  FireOptions,
  Hooks,
  HooksOptions,
  McpToolResult,
  WakeCall,
} from './model/hooks.ts';
export type { HostAnswer, HostFunction, Registration } from './model/host-function.ts';
export type { Explanation, ListedHook } from './model/listed-hook.ts';
export type { TrustPolicy } from './model/project-trust.ts';
export type { Json, JsonObject } from './model/json.ts';
export type { Block, Decision, Effect, Extra, HookRun, Message, Outcome } from './model/outcome.ts';
export type { Fault } from './model/verdict.ts';
export { parseEvent } from './host/parse-event.ts';
export { writtenJson } from './text/written-json.ts';
export { listTrust, showTrust, trustProject, type TrustResult, untrustProject } from './host/project-trust.ts';
