// For the packages of this repository, at exactly the same version: any release may change or remove what is here, and
// none of it is documented. What others can rely on is in index.ts.
export { runBackgroundJobs, startJobs } from './host/background-jobs.ts';
export { configurationFiles, pathOf } from './settings/settings.ts';
export { type FollowedHooks, openFollowedHooks, openHooks as createHooks } from './create-hooks.ts';
export { AGENTS } from './agents/index.ts';
export { dialectOfAgent } from './bridge/dialect-of-agent.ts';
export { DIALECTS } from './dialects/index.ts';
export { emptyOutcome } from './engine/outcome.ts';
export { nativeEvent } from './engine/native-names.ts';
export { type Decided, FOLD_RULES, type FoldRule, rulesOf, scheduleWords } from './engine/fold-rules.ts';
export { isStartedByHook } from './engine/nesting.ts';
export { outcomeOfFailure } from './engine/outcome.ts';
export { bashTree, type BashTree, prepareBashParser, simpleCommands } from './shell/bash-tree.ts';
export {
  answerOf,
  type CentralAnswer,
  type DecideAnswer,
  type DecideRequest,
  MOST_ANSWER_BYTES,
  MOST_QUESTION_BYTES,
} from './central/answer.ts';
export { centralFolder } from './central/central.ts';
export { fleetFolder, type MachineCredentials, machineFile, readCredentials } from './central/credentials.ts';
export { bodyHash, createSigner, type SignedParts } from './central/sign.ts';
export { compileSearch, type Search } from './engine/rules/search.ts';
export { createEventSearches, type EventSearches, whenSearched } from './engine/rules/slow-searches.ts';
export { fitsSegmentGlob } from './engine/rules/segment-glob.ts';
export { eventOf, eventTable, type EventTable, type NativeEvent } from './hook-set/event-table.ts';
export { annotationOf, boundOf, hostText, type HostFacts, turnEndOf } from './host/host-text.ts';
export { listShadows, type ListedShadow, putInShadow, type ShadowChange, takeOutOfShadow } from './host/hook-shadow.ts';
export { inspectHooks, type InspectedHook } from './inspect/inspect-hooks.ts';
export { keepWarm } from './handlers/keep-warm.ts';
export { killAllRuns } from './handlers/command.ts';
export { createGuardedFetch } from './handlers/http/guarded-fetch.ts';
export { createGuard, RefusedAddressError, type Guard } from './handlers/http/refused-address.ts';
export { errorCode, errorText } from './process/errno.ts';
export { endGroup, killAtExit, startInGroup } from './process/group.ts';
export { signalGroup } from './process/signal.ts';
export { keepWatchdog } from './process/watchdog.ts';
export { modelCommand } from './handlers/model-command.ts';
export { noteInRecord } from './host/record-note.ts';
export { approvedException, exceptionsIn, type SealedException, suspendedBy } from './managed/exceptions.ts';
export { hasPolicy, managedOf, type ManagedSet } from './managed/managed-set.ts';
export { fetchedFile, fetchedState, stateDigest } from './managed/fetched-state.ts';
export { parseException, parsePolicy } from './managed/parse-policy.ts';
export { policyFolderIn, policyFolders, systemPolicyFolders } from './managed/policy-folders.ts';
export { policyOfRun } from './managed/policy-name.ts';
export {
  filesFolder,
  type FoundPolicy,
  isOfAdministrator,
  POLICY_FILE,
  readPolicy,
  readVersion,
  STATE_FILE,
} from './managed/read-policy.ts';
export { PolicyError } from './managed/read-values.ts';
export { checkKeys } from './load/check-keys.ts';
export {
  type ConfigDocument,
  type ConfigFinding,
  duplicateFindings,
  type ParsedDocument,
  type Path,
  toDiagnostics,
} from './load/document.ts';
export { parseTomlDocument } from './load/toml-document.ts';
export { readConfigurationFile, type ReadFile } from './load/read-file.ts';
export { statsOf } from './load/stats-of.ts';
export { parseJsonDocument } from './load/json-document.ts';
export { ENTRY_OPTION, markInAddress, markInArguments, markInLine } from './load/own-entry.ts';
export {
  folderProblem,
  makePrivateFolder,
  readPrivateFile,
  removeFile,
  writePrivateFile,
} from './trust/private-files.ts';
export { sha256 } from './text/sha256.ts';
export { type ContentChanges, isOnlyUnpinned } from './trust/changes.ts';
export { type Canary, canaryRefusal, issueCanary } from './trust/canary.ts';
export { configurationSchema } from './load/schemas.ts';
export { writtenTimeout } from './load/written-timeout.ts';
export { frontMatterOf } from './load/shapes/front-matter.ts';
export * from './model/index.ts';
// Under the names of the public types, of which these are the wider ones.
export type {
  InternalFireOptions as FireOptions,
  InternalHooks as Hooks,
  InternalOptions as HooksOptions,
} from './model/index.ts';
export { parseEvent, type ParsedEvent } from './host/parse-event.ts';
export {
  listTrust,
  showTrust,
  trustProject,
  untrustProject,
  type SwitchedOffHook,
  type TrustedProject,
  type TrustResult,
} from './host/project-trust.ts';
export { type HookSinceTrust, hookSinceTrust } from './host/hook-since-trust.ts';
export { type HostPresence, hostAbove, hostPresence } from './trust/live-hosts.ts';
export { GIVEN_HINT, givenWords, unseenTrustIn } from './trust/trust-notices.ts';
export { mayOthersWrite } from './settings/open-folders.ts';
export { stateInsideProblem } from './trust/state-inside-project.ts';
export { stateFolder } from './settings/own-folders.ts';
export { sessionFilesOf } from './host/session-files.ts';
export { ancestors, environmentOf, findProcess, isKeeper, type LineProcess } from './process/process-line.ts';
export {
  findDecision,
  type FollowedDecision,
  followDecisions,
  followTimeline,
  type NoDecision,
  readTimeline,
  recordFolder,
  streamTimeline,
  type TimelineFilter,
  verifyTimeline,
} from './record/read-timeline.ts';
export { type RecordFile, type RecordFileId, recordFiles, type RecordPosition } from './record/record-files.ts';
export {
  DEFAULT_SPOOL,
  readShippedMark,
  type ShippedMark,
  type SpoolLimits,
  writeShippedMark,
} from './record/shipped-mark.ts';
export { newDecisionId } from './record/decision-id.ts';
export { followLines, positionAfter } from './record/follow.ts';
export { type FollowFrom, type PlacedLine, RecordTail } from './record/tail.ts';
export { ChainCheck, type ChainCheckOptions } from './record/chain-check.ts';
export { basesOf, type ChainPlace, digestsOf, PlaceSearch } from './record/check-links.ts';
export { isCut } from './record/cut.ts';
export { digestOf, isIntact, type Mark, markOf, parseLine } from './record/chain.ts';
export type { EndEntry, RecordEntry, RecordedRun, StartEntry } from './record/entry.ts';
export { currentFile, openToRead, readAt, rotatedNames } from './record/reader.ts';
export { openRecord } from './record/writer.ts';
export { IndexQueries } from './record/columns/index-queries.ts';
export { idOf as rowId, type IndexedFile, type RowRef } from './record/columns/indexed-file.ts';
export { IndexedRow, type IndexedRun } from './record/columns/indexed-row.ts';
export type { IndexedHook } from './record/columns/dictionary.ts';
export { type OpenedRow, openRows } from './record/columns/open-row.ts';
export { type FilterTerm, parseFilter } from './record/columns/filter.ts';
export { aboutText, endedState, namedHook, type RowState, textIn, wouldRefuse } from './record/decision-row.ts';
export type { BesideReader } from './record/columns/block-loader.ts';
export { RecordIndex } from './record/columns/record-index.ts';
export { createPacker, type FileToLoad, type PackedBlock } from './record/columns/load-file.ts';
export { HAS_FAULT } from './record/columns/block.ts';
export { isAlive } from './process/alive.ts';
export { reportOfRun } from './record/recorded-report.ts';
export type { RecordFinding, RecordNotice, RecordReport } from './record/finding.ts';
export { type RecordedDecision, timeline } from './record/timeline.ts';
export { writeAnswer } from './bridge/write-answer.ts';
export { parsePayload, type ParsedPayload, type PayloadContext } from './bridge/parse-payload.ts';
export { type DescribedOptions, runDescribed } from './host/described-hook.ts';
export { openPolicyRunner, type PolicyRunner, type RunnerAnswer } from './host/policy-runner.ts';
export { describeHook } from './load/hook-description.ts';
export { namedScripts } from './inspect/named-scripts.ts';
export { readHooks, type ReadHooks } from './hook-set/read-hooks.ts';
export {
  environmentBeforeAgent,
  hear,
  type Heard,
  type HeardName,
  type KnownAgent,
  namedEvent,
  secretsIn,
  withoutSecretVariables,
} from './bridge/hear.ts';
export { type HeardPatch, outcomeOfPatch, outcomeOfUnreadPatch } from './bridge/heard-patch.ts';
export { readPatch } from './text/patch.ts';
export { type AnswerPolicy, refuseUnknown, type SaidAnswer, say } from './bridge/say.ts';
export { nativeInputOf } from './bridge/native-input.ts';
export { eventThroughHost, missingFields } from './bridge/missing-fields.ts';
export { powersOf, type HookPower } from './bridge/powers-of.ts';
export type { AnswerPart, WrittenAnswer, Unsupported } from './bridge/answer.ts';
export { didYouMean } from './text/did-you-mean.ts';
export { forTerminal } from './text/visible.ts';
export { configFolder } from './settings/own-folders.ts';
export { validateFiles } from './hook-set/validate-files.ts';
export { type StartedProgram, whatStarts } from './inspect/what-starts.ts';
export { expandTilde } from './text/expand-tilde.ts';
export { jsonLine, readJsonLine } from './text/json-line.ts';
export { keepSecret } from './text/secrets.ts';
export { parseJson } from './text/parse-json.ts';
export { carryWritten, writtenJson } from './text/written-json.ts';
export type * as Bash from 'unbash';
export * as shapes from './text/value-shape.ts';
export { programRunner, runsItsArguments } from './shell/program-runners.ts';
export { splitWords } from './shell/shlex.ts';
export { VARIABLES_THAT_RUN } from './shell/option-runners.ts';
export type { CodeLanguage, ProgramRunner, RestWay, RunSite, RunWay } from './shell/run-way.ts';
export { quietGitArgs, quietGitEnv } from './shell/quiet-git.ts';
