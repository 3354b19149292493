export { keyOf, newKey } from './policy/keys.ts';
export {
  draftPolicy,
  initRepository,
  publishDraft,
  publishedVersion,
  restamp,
  signDraft,
  statementOf,
} from './policy/repository.ts';
export { policyRoutes } from './policy/routes.ts';
export { runningEmbedded, startEmbedded } from './embedded/embedded.ts';
export { type Gateway, startGateway } from './server/gateway.ts';
export { makeEnrolToken, makePersonToken, orgNumber, type Role, ROLES } from './access/tokens.ts';
export { openDatabase } from './database/database.ts';
