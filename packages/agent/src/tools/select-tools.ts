import type { Tool } from './tool.ts';

/** The tools of an agent that works for another: those it may use, and never one that starts agents again. */
export const selectTools = (tools: readonly Tool[], wanted: readonly string[] | null): readonly Tool[] =>
  tools.filter(({ name, access }) => access !== 'delegate' && (wanted === null || wanted.includes(name)));
