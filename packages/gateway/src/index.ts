export { keyOf, newKey } from './policy/keys.ts';
export {
  draftPolicy,
  initRepository,
  publishDraft,
  publishedPolicy,
  restamp,
  signDraft,
  statementOf,
} from './policy/repository.ts';
export { type ExceptionRow, WrongException } from './rollout/exceptions.ts';
export { actOnPolicy, answerException, policyAdoption, policyExceptions, policyRollouts } from './rollout/operator.ts';
export { policyRoutes } from './policy/routes.ts';
export { hasEmbedded, runningEmbedded, startEmbedded } from './embedded/embedded.ts';
export { type Gateway, startGateway } from './server/gateway.ts';
export { type GatewayConfig, parseConfig } from './access/config.ts';
export { originOf } from './access/origin.ts';
export { makeEnrolToken, makePageCode, makePersonToken, orgNumber, type Role, ROLES } from './access/tokens.ts';
export { checkAllDaily, type DailyReport } from './checkpoints/check-daily.ts';
export { dailyAnswer, type DailyAnswer } from './checkpoints/daily-answer.ts';
export { openDatabase } from './database/database.ts';
export type { Adoption } from './questions/adoption.ts';
export type { Rollouts } from './questions/rollouts.ts';
export { WrongAction } from './rollout/actions.ts';
export { stageWords } from './rollout/rollout.ts';
export { type StreamReport, verifyStreams } from './verify/verify-streams.ts';
export { changeKeepRule, type KeepRule, keepRule, WrongRule } from './retention/keep.ts';
export { type RetentionAnswer, retentionOf } from './questions/retention.ts';
export { removeOldDays, type RemovedDays } from './retention/retention.ts';
export { runReplayWorker } from './replay/worker.ts';
