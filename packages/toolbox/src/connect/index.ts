export { type AdoptPlan, type AdoptRequest, planAdopt } from './adopt.ts';
export { type Adoption, carryOutAdopt, changedSince, lastAdoption, undoAdoption } from './adoptions.ts';
export { connectionChecks } from './check-connections.ts';
export { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
export { type ConnectionScope } from './connections.ts';
export { type ConnectionChoice, type EntryPrograms, type PlannedEntry } from './entries.ts';
export { type InstalledAgent, installedAgent, isInstalled } from './installed.ts';
export { type LostPower, lostPowersOf } from './lost.ts';
export {
  type AgentPlace,
  connectedBy,
  type ConnectPlan,
  type ConnectRequest,
  type DisconnectPlan,
  managedText,
  planConnect,
  planDisconnect,
  type RegisteredScope,
  registrationFile,
  usualEvents,
} from './plan-connection.ts';
export { adoptingLine, type AlsoRun, alsoRunBy, readersOf } from './shared-files.ts';
export { skippedByAgents } from './skipped-hooks.ts';
