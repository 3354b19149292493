// What the page and the server say to each other: every answer is one of these, as JSON. The page imports nothing else
// of this repository, and only types.
export type * from './aggregates.ts';
export type * from './decision.ts';
export type * from './exceptions.ts';
export type * from './hooks.ts';
export type * from './machines.ts';
export type * from './meta.ts';
export type * from './rollouts.ts';
export type * from './rows.ts';
export type * from './runs.ts';
export type * from './workbench.ts';
