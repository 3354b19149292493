import { bashTool } from './bash.ts';
import { editTool } from './edit.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { readTool } from './read.ts';
import { taskCreateTool } from './task-create.ts';
import { taskListTool } from './task-list.ts';
import { taskUpdateTool } from './task-update.ts';
import type { Tool } from './tool.ts';
import { webFetchTool } from './web-fetch.ts';
import { writeTool } from './write.ts';

/** The tools that every session has. */
export const builtinTools: readonly Tool[] = [
  bashTool,
  readTool,
  writeTool,
  editTool,
  globTool,
  grepTool,
  webFetchTool,
  taskCreateTool,
  taskUpdateTool,
  taskListTool,
];
