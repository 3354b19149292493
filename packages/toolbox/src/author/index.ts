export { addEntry, type AddedEntry, type NewEntry } from './add-entry.ts';
export { caseFileText, type CaseText } from './case-text.ts';
export { GUARD_FOLDER, GUARD_PROGRAM, guardFolder, type GuardPlace, guardPlace } from './guard-place.ts';
export { hookPlace, type HookPlace, type HookPlaceRequest, type Places, shellWord } from './hook-place.ts';
export { LANGUAGES, type LanguageName } from './languages.ts';
export { type NewHook, planHook, type PlannedHook } from './new-hook.ts';
export { planRemoval, type PlannedRemoval, type RemoveRequest } from './remove-hook.ts';
export { areMatchersIgnored } from './ignored-matchers.ts';
