export { judgeCommand, type Finding, type Judging } from './commands/judge.ts';
export { PACKS, type PackName } from './commands/packs.ts';
export { COMMAND_RULES } from './commands/rules.ts';
export type { CommandRule, Severity } from './commands/rule.ts';
export { PROTECTED_GLOBS } from './files/protected-globs.ts';
export {
  type Canary,
  type Guard,
  type GuardOption,
  type Listening,
  type OptionValues,
  readOptions,
} from './guard/guard.ts';
export { GUARDS } from './guards.ts';
export { findSecrets, type FoundSecret, redact } from './secrets/find-secrets.ts';
export type { ProgramCall, ProgramEnd, World } from './guard/world.ts';
