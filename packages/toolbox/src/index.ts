export * from './author/index.ts';
export * from './cases/index.ts';
export * from './convert/index.ts';
export { IN_CONFIGURATION } from './evidence/evidence.ts';
export { checkPlaces, OutsideProjectError, rootOfOutput } from './files/real-place.ts';
export { removeFiles } from './files/remove-files.ts';
export { ChangedMeanwhileError, type FileChange, writeChanges } from './files/write-changes.ts';
export * from './prove/index.ts';
export * from './replay/index.ts';
