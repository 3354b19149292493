import { readdirSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { isJsonObject } from '../model/index.ts';
import type { Dialect, Location, PayloadField } from '../model/index.ts';
import { readConfigurationFile } from './read-file.ts';

/**
 * Whether a plugin is one of this dialect: by the folder of its manifest, where the plugin has such a folder of any
 * system; else where the dialect takes plugins without one, or where the hooks name the dialect's own variables.
 */
export function isPluginOf(dialect: Dialect, location: Location, folder: string): boolean {
  const manifest = location.plugin?.manifest;
  if (manifest === undefined) return true;
  const marks = marksIn(folder);
  if (marks.length > 0) return marks.some((name) => manifest.startsWith(`${name}/`));
  if (location.plugin?.unmarked === 'taken') return true;
  const text = textOf(join(folder, hooksOfPlugin(location, folder))) ?? '';
  // Whole names: that of one system may end in that of another.
  const words = new Set(text.match(/\w+/g));
  return dialect.placeholders.filter(isOfPlugin).some(({ name }) => words.has(name));
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

function manifestValue(manifest: string, key: string): unknown {
  try {
    const value: unknown = JSON.parse(textOf(manifest) ?? '');
    return isJsonObject(value) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | null {
  const read = readConfigurationFile(file, null);
  return read.kind === 'text' ? read.text : null;
}
