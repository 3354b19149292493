import { resolve } from 'node:path';
import { didYouMean, isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import { EntryFields, unknownKeys, type Reading } from './entry-fields.ts';
import type { McpServerConfig } from './server-config.ts';

/** One entry as read; no server when something that it needs is wrong. */
interface ReadEntry {
  readonly server: McpServerConfig | null;
  readonly problems: readonly string[];
}

/** Reads one entry of `mcpServers`. */
export function readEntry(name: string, entry: Json, reading: Reading): ReadEntry {
  const path = ['mcpServers', name];
  const refused = (keys: readonly string[], why: string): ReadEntry => ({
    server: null,
    problems: [`${reading.at([...path, ...keys])} server "${name}" is not used: ${why}`],
  });
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return refused([], 'its name may have letters, digits, "_" and "-" only');
  if (!isJsonObject(entry)) return refused([], 'expected an object with "command" or "url"');
  const kind = kindOf(entry);
  if (typeof kind !== 'string') return refused(kind.keys, kind.why);
  const fields = new EntryFields(entry, path, reading);
  const server = READERS[kind](fields, { name, place: reading.at(path).replace(/:\d+$/, '') }, reading.project);
  const problems = [...fields.problems, ...unknownKeys(entry, KNOWN_KEYS[kind], path, reading)];
  return { server: fields.problems.length === 0 ? server : null, problems };
}

type Kind = McpServerConfig['kind'];
type Naming = Pick<McpServerConfig, 'name' | 'place'>;

const KNOWN_KEYS: Readonly<Record<Kind, readonly string[]>> = {
  stdio: ['type', 'command', 'args', 'env', 'cwd'],
  http: ['type', 'url', 'headers'],
};

const KIND_OF_TYPE: Readonly<Record<string, Kind>> = { stdio: 'stdio', http: 'http', 'streamable-http': 'http' };

function kindOf(entry: JsonObject): Kind | { readonly keys: readonly string[]; readonly why: string } {
  const { type } = entry;
  const named = type === undefined ? undefined : kindOfType(type);
  if (type !== undefined && named === undefined) return { keys: ['type'], why: typeProblem(type) };
  const hasCommand = entry['command'] !== undefined;
  const hasUrl = entry['url'] !== undefined;
  if (hasCommand && hasUrl) return { keys: ['url'], why: 'it has both "command" and "url"; leave one' };
  if (!hasCommand && named !== 'http' && !hasUrl) return { keys: [], why: lacking('command', entry) };
  if (named === 'http' && !hasUrl) return { keys: [], why: lacking('url', entry) };
  if (named === 'stdio' && hasUrl) return { keys: ['type'], why: 'it has a "url", so its type must be "http"' };
  return hasUrl ? 'http' : 'stdio';
}

const kindOfType = (type: Json): Kind | undefined =>
  typeof type === 'string' && Object.hasOwn(KIND_OF_TYPE, type) ? KIND_OF_TYPE[type] : undefined;

function typeProblem(type: Json): string {
  if (type === 'sse') return 'the type "sse" is out of use; take "http" and the address for it';
  const near = typeof type === 'string' ? didYouMean(type, Object.keys(KIND_OF_TYPE)) : null;
  const advice = near === null ? '' : `; did you mean "${near}"?`;
  return `unknown type ${JSON.stringify(type)}, expected "stdio" or "http"${advice}`;
}

function lacking(wanted: 'command' | 'url', entry: JsonObject): string {
  const near = Object.keys(entry).find((key) => didYouMean(key, [wanted, 'url']) !== null && !isKnown(key));
  const meant = near === undefined ? null : didYouMean(near, [wanted, 'url']);
  if (near !== undefined && meant !== null) return `unknown key "${near}"; did you mean "${meant}"?`;
  return wanted === 'url' ? 'it lacks "url"' : 'it lacks "command" (a program) or "url" (a web address)';
}

const isKnown = (key: string): boolean => Object.values(KNOWN_KEYS).some((keys) => keys.includes(key));

const READERS: Readonly<Record<Kind, (fields: EntryFields, naming: Naming, project: string) => McpServerConfig>> = {
  stdio: (fields, naming, project) => {
    const command = fields.text('command') ?? '';
    if (command === '' && fields.problems.length === 0) fields.refuse(['command'], '"command" is empty');
    const [args, env] = [fields.texts('args'), fields.textByName('env')];
    return { kind: 'stdio', ...naming, command, args, env, cwd: resolve(project, fields.text('cwd') ?? '.') };
  },
  http: (fields, naming) => {
    const url = fields.text('url') ?? '';
    if (fields.problems.length === 0 && !isWebAddress(url)) fields.refuse(['url'], 'expected a http or https address');
    const headers = fields.textByName('headers');
    if (!areHeaders(headers)) fields.refuse(['headers'], 'HTTP does not allow such a name or value');
    return { kind: 'http', ...naming, url, headers };
  },
};

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    return new Headers({ ...headers }) instanceof Headers;
  } catch {
    return false;
  }
}
