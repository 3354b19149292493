import type { Dialect } from '../model/index.ts';
import { agentHooks } from './agent-hooks/table.ts';
import { claude } from './claude/table.ts';
import { cline } from './cline/table.ts';
import { codex } from './codex/table.ts';
import { copilot } from './copilot/table.ts';
import { cursor } from './cursor/table.ts';
import { gemini } from './gemini/table.ts';
import { host } from './host/table.ts';
import { kimi } from './kimi/table.ts';
import { kode } from './kode/table.ts';
import { kolega } from './kolega/table.ts';
import { polytoken } from './polytoken/table.ts';
import { qoder } from './qoder/table.ts';
import { qwen } from './qwen/table.ts';

/**
 * The supported hook systems, in the order in which their hooks run: tables of data, for the option `dialects` and for
 * hosts that show their ids and titles. One of your own has the type `(typeof DIALECTS)[number]`.
 */
export const DIALECTS: readonly Dialect[] = [
  kolega,
  agentHooks,
  qoder,
  kode,
  polytoken,
  claude,
  codex,
  kimi,
  qwen,
  gemini,
  cline,
  copilot,
  cursor,
];

export { host };
