import { readdirSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { EVENT_NAMES, isJsonObject } from '../model/index.ts';
import type { Dialect, JsonObject, Location, PayloadField } from '../model/index.ts';
import { readConfigurationFile } from './read-file.ts';

/**
 * Whether a plugin is one of this dialect: by the folder of its manifest, where the plugin has such a folder of any
 * system; else where the dialect takes plugins without one, or where the hooks are written as this dialect alone has
 * them.
 */
export function isPluginOf(dialect: Dialect, location: Location, folder: string): boolean {
  const manifest = location.plugin?.manifest;
  if (manifest === undefined) return true;
  const marks = marksIn(folder);
  if (marks.length > 0) return marks.some((name) => manifest.startsWith(`${name}/`));
  if (location.plugin?.unmarked === 'taken') return true;
  const first = textOf(join(folder, hooksOfPlugin(location, folder)));
  const text = first ?? textOf(join(folder, location.orPath ?? location.path)) ?? '';
  // Whole names: that of one system may end in that of another.
  const words = new Set(text.match(/\w+/g));
  if (dialect.placeholders.filter(isOfPlugin).some(({ name }) => words.has(name))) return true;
  return location.plugin?.unmarked === 'by-its-file' && (first !== null || isWrittenFor(dialect, location, text));
}

const NEUTRAL: ReadonlySet<string> = new Set(EVENT_NAMES);

/** Whether a file has the version of such files, or names an event as no other system does. */
function isWrittenFor({ events }: Dialect, { hooksFile }: Location, text: string): boolean {
  const content = objectIn(text);
  const names = isJsonObject(content['hooks']) ? Object.keys(content['hooks']) : [];
  const isVersioned = hooksFile !== undefined && Object.hasOwn(content, hooksFile.version.key);
  return isVersioned || names.some((name) => Object.hasOwn(events, name) && !NEUTRAL.has(name));
}

/** Folders of manifests, such as `.<system>-plugin`. */
function marksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\.[\w-]+-plugin$/.test(name));
  } catch {
    return [];
  }
}

/** Whether a placeholder has a value only in the hooks of a plugin. */
export const isOfPlugin = (field: PayloadField): boolean =>
  'is' in field && (field.is === 'hook-folder' || field.is === 'plugin-data');

/** The name that a plugin gives itself in its manifest; null when it gives none that can name a folder. */
export function pluginName(manifest: string): string | null {
  const name = manifestValue(manifest, 'name');
  return typeof name === 'string' && /^[\w-][\w.-]*$/.test(name) ? name : null;
}

/** The file with a plugin's hooks, below its folder: as its manifest says, else as the location does. */
export function hooksOfPlugin({ plugin, path }: Location, folder: string): string {
  if (plugin?.hooksKey === undefined || plugin.manifest === undefined) return path;
  const named = manifestValue(join(folder, plugin.manifest), plugin.hooksKey);
  const isInside = typeof named === 'string' && named.trim() !== '' && !isAbsolute(named);
  return isInside && !normalize(named).startsWith('..') ? named : path;
}

const manifestValue = (manifest: string, key: string): unknown => objectIn(textOf(manifest) ?? '')[key];

/** The object in a JSON text; without one an empty object. */
function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function textOf(file: string): string | null {
  const read = readConfigurationFile(file, null);
  return read.kind === 'text' ? read.text : null;
}
