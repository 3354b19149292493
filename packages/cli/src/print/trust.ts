import type { TrustedProject, TrustResult } from '@hookline/core';
import { oneLine } from './one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

/** What was trusted: each file that the trust covers, and how it differs from what was trusted before. */
export function trustResultLines({ content, already, changes }: TrustResult, paint: Paint): readonly string[] {
  const path = oneLine(content.path);
  if (content.files.length === 0) return [`Nothing to trust: ${path} has no hooks of its own.`];
  const marks = new Map([
    ...(changes?.added ?? []).map((file) => [file, 'added'] as const),
    ...(changes?.changed ?? []).map((file) => [file, 'changed'] as const),
  ]);
  return [
    already ? `${path} is trusted already.` : paint('green', `Trusted ${path}`),
    'It covers:',
    ...columns(content.files.map((file) => [oneLine(file.path), marks.get(file.path) ?? ''])).map(indent),
    ...(changes?.removed ?? []).map((file) => indent(`${oneLine(file)}  removed`)),
    'A change to any of these needs trust again.',
  ];
}

/** One line per project: whether the trust still holds, and where. */
export function trustedProjectLines(projects: readonly TrustedProject[], paint: Paint): readonly string[] {
  if (projects.length === 0) return ['No project is trusted.'];
  const rows = columns(projects.map(({ state, path, digest }) => [state, oneLine(path), digest.slice(0, 12)]));
  return rows.map((row, index) => (projects[index]?.state === 'trusted' ? row : paint('yellow', row)));
}

const indent = (line: string): string => `  ${line}`;
