import type { StartEntry } from '@hookline/core/internal';

const KEYS = ['command', 'file_path', 'path', 'url', 'pattern', 'query'] as const;

/** The first line of what an event was about: a command, a path, a prompt; empty where it says none. */
export function aboutOf(event: StartEntry['event']): string {
  const { tool_input: input, prompt, message } = event as Readonly<Record<string, unknown>>;
  const ofTool = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const found = [...KEYS.map((key) => ofTool[key]), prompt, message].find((text) => typeof text === 'string');
  return typeof found === 'string' ? (found.trimStart().split('\n', 1)[0] ?? '') : '';
}
