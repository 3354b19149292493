export { createHooks } from './create-hooks.ts';
export { annotationOf, boundOf, hostText } from './host-text.ts';
export type { Diagnostic } from './model/diagnostic.ts';
export { EVENT_NAMES, type EventName, type LifecycleEvent } from './model/event.ts';
export type {
  AskAgent,
  AskModel,
  Explanation,
  FireOptions,
  Hooks,
  HooksOptions,
  HostAnswer,
  HostFunction,
  ListedHook,
  Registration,
  TrustPolicy,
  WakeCall,
} from './model/hooks.ts';
export type { Json, JsonObject } from './model/json.ts';
export type { Block, Decision, Effect, Extra, HookRun, Message, Outcome } from './model/outcome.ts';
export type { Fault } from './model/verdict.ts';
export { listTrust, showTrust, trustProject, type TrustResult, untrustProject } from './project-trust.ts';
