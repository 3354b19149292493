import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject } from './values.ts';

/** A throw-away folder with a home and a project. */
export interface Place {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly lay: (files: Readonly<Record<string, unknown>>) => void;
  readonly fill: <T>(value: T) => T;
  readonly remove: () => void;
}

export function makePlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-client-')));
  const names = { root, home: join(root, 'home'), project: join(root, 'project') };
  mkdirSync(names.home);
  mkdirSync(names.project);
  const fill = <T>(value: T): T => filled(value, names) as T;
  return {
    ...names,
    fill,
    lay: (files) => {
      for (const [name, content] of Object.entries(files)) write(join(root, name), fill(content));
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytesOf(content));
  if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755);
}

function bytesOf(content: unknown): string | Buffer {
  if (typeof content === 'string') return content;
  if (isObject(content) && typeof content['$base64'] === 'string') return Buffer.from(content['$base64'], 'base64');
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Puts the paths in, and joins texts that a case writes as repetitions. */
function filled(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => names[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => filled(item, names));
  if (!isObject(value)) return value;
  if (Array.isArray(value['$repeat'])) return value['$repeat'].map((part) => repeated(part, names)).join('');
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [filled(key, names) as string, filled(item, names)]),
  );
}

function repeated(part: unknown, names: Readonly<Record<string, string>>): string {
  const [text, times] = Array.isArray(part) ? [part[0], Number(part[1])] : [part, 1];
  return String(filled(text, names)).repeat(times);
}
