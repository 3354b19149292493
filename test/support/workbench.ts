import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../packages/core/src/index.ts';
import { emptyTaskList } from './task-list.ts';
import type { Tool, ToolContext, ToolEnd } from '../../packages/agent/src/tools/tool.ts';

/** A folder of its own in which tools run. */
export interface Workbench {
  readonly folder: string;
  /** Every file that a tool told of. */
  readonly told: string[];
  readonly path: (...names: readonly string[]) => string;
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly run: (tool: Tool, input: JsonObject, more?: RunOptions) => Promise<ToolEnd>;
  readonly remove: () => void;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: ToolContext['env'];
  readonly signal?: AbortSignal;
}

export function createWorkbench(): Workbench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tools-')));
  const told: string[] = [];
  const tasks = emptyTaskList();
  const path = (...names: readonly string[]): string => join(folder, ...names);
  return {
    folder,
    told,
    path,
    write: (name, content) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    run: async (tool, input, { cwd = folder, env = process.env, signal = new AbortController().signal } = {}) =>
      tool.run(
        input,
        {
          project: folder,
          cwd,
          home: path('home'),
          env,
          callId: 'call-1',
          onFile: (file) => told.push(file),
          tasks,
          shellFiles: () => [],
        },
        signal,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
