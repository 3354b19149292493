export type {
  TrialOutcome,
  HookProof,
  Must,
  Proof,
  StressEffect,
  StressRun,
  Trial,
  TrialRun,
  Verdict as ProofVerdict,
} from './proof.ts';
export type { Program, ProgramFile } from './program.ts';
export { findHooks, UnknownHookError } from './find-hooks.ts';
export { proveHooks, type ProveOptions } from './prove.ts';
export { STRESSES } from './stress/index.ts';
export type { Stress } from './stress/stress.ts';
export { locate } from './stress/workshop.ts';
export { AREAS, type Check, type CheckStatus } from './doctor/check.ts';
export { type Examination, examine, type ExamineOptions } from './doctor/examine.ts';
