import type { Dialect } from '@hookline/core/internal';
import { dirname, relative, sep } from 'node:path';
import { shellWord } from '../author/hook-place.ts';
import type { BridgedHook } from './bridge.ts';

export const BRIDGE_FILE = 'hookline-bridge.mjs';

/** The small program that replaces a hook at its new host; it contains only the description of the hook. */
export function wrapperText(bridged: BridgedHook, wrapper: string, bridgeFile: string): string {
  const { hook, host } = bridged;
  const place = slashed(relative(dirname(wrapper), bridgeFile));
  return [
    '#!/usr/bin/env node',
    `// Written by "hookline convert": the ${hook.dialect} hook ${JSON.stringify(oneLine(hook.name))}, for ${host}.`,
    '// The hook runs as before, by the rules of its own system; the bridge translates.',
    `import { bridge } from '${place.startsWith('.') ? place : `./${place}`}';`,
    '',
    `await bridge(${JSON.stringify(bridged, null, 2)}, import.meta.url);`,
    '',
  ].join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);

const slashed = (path: string): string => path.split(sep).join('/');

/** The program of a hook folder, which a host runs directly. */
export const entryPointText = (wrapper: string): string =>
  ['#!/bin/sh', `exec node "$(dirname "$0")"/${shellWord(wrapper)}`, ''].join('\n');

/**
 * How the target's configuration runs a wrapper. In a project the path must hold wherever it is cloned, and from any
 * of its folders; `project` is null for a hook of the user.
 */
export function commandFor(dialect: Dialect, wrapper: string, project: string | null): string {
  if (project === null) return `node ${shellWord(wrapper)}`;
  const inside = shellWord(slashed(relative(project, wrapper)));
  if (dialect.cwd === 'project') return `node ${inside}`;
  const variable = dialect.environment.sets.find((field) => 'is' in field && field.is === 'project');
  const runsShell = dialect.shape.kind === 'grouped-json' && dialect.shape.command === 'shell';
  if (runsShell && variable !== undefined) return `node "$${variable.name}"/${inside}`;
  return `bash -c ${shellWord(UPWARDS)} ${inside}`;
}

/** Finds the file in the working folder or in one above it. */
const UPWARDS = 'd=$PWD; until [ -e "$d/$0" ] || [ -z "$d" ]; do d=${d%/*}; done; exec node "$d/$0"';
