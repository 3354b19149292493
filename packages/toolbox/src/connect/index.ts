export { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
export {
  type Connection,
  connectionsOn,
  type ConnectionScope,
  forgetConnection,
  keepConnection,
} from './connections.ts';
export { type ConnectionChoice, type EntryPrograms, gatesAction, type PlannedEntry } from './entries.ts';
export { type InstalledAgent, installedAgent } from './installed.ts';
export { type LostPower, lostPowersOf } from './lost.ts';
export {
  type AgentPlace,
  type ConnectPlan,
  type ConnectRequest,
  dialectOfAgent,
  type DisconnectPlan,
  type OwnEntry,
  ownEntries,
  planConnect,
  planDisconnect,
  registrationFile,
  usualEvents,
} from './plan-connection.ts';
export { readSettings } from './settings-file.ts';
