import { extname } from 'node:path';
import { targetOf } from '../paths.ts';

export const SHELL_EXTENSIONS: readonly string[] = ['.sh', '.bash', '.zsh', '.ksh', '.fish', '.csh'];

export const SCRIPT_EXTENSIONS: readonly string[] = [
  ...SHELL_EXTENSIONS,
  ...'.py .pyw .pyc .pyz .js .mjs .cjs .jsx .ts .mts .cts .tsx .node .wasm .go .java .jar .kts .groovy .clj'.split(' '),
  ...'.rb .pl .pm .raku .php .lua .r .jl .tcl .ex .exs .awk .sed .jq .nu .mk .swift .so .dylib .dll'.split(' '),
  ...'.ps1 .psm1 .bat .cmd .vbs .exe .com .scpt'.split(' '),
];
const SCRIPTS = new Set(SCRIPT_EXTENSIONS);

// Files that hooks write and people edit every day; a change of one must not invalidate trust.
const DATA_EXTENSIONS: ReadonlySet<string> = new Set([
  ...'.json .jsonl .ndjson .json5 .yaml .yml .toml .xml .csv .tsv .md .mdx .rst .txt .html .css .svg .png .jpg .gif'.split(
    ' ',
  ),
  ...'.log .out .err .db .sqlite .sqlite3 .lock .pid .tmp .bak .state .cache .history .patch .diff .pem .crt'.split(
    ' ',
  ),
]);

/** Whether the name of a file indicates that it can be run or loaded. */
export const hasScriptExtension = (path: string): boolean => SCRIPTS.has(extname(path).toLowerCase());

/** Whether the name of a file indicates that it is read or written, not run. */
export const hasDataExtension = (path: string): boolean => DATA_EXTENSIONS.has(extname(path).toLowerCase());

/** Whether a file could be run or loaded, judged by its name or its executable bit. */
export const couldRun = (path: string): boolean => hasScriptExtension(path) || isExecutable(path);

/** Whether a file is meant to be started, not loaded. */
export const isToBeStarted = (path: string): boolean => SHELL_EXTENSIONS.includes(extname(path)) || isExecutable(path);

function isExecutable(path: string): boolean {
  const stats = targetOf(path);
  return stats !== null && stats.isFile() && (stats.mode & 0o111n) !== 0n;
}
