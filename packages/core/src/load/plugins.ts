import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  const text = textOf(join(folder, location.path)) ?? '';
  return dialect.placeholders.filter(isOfPlugin).some(({ name }) => text.includes(name));
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
  try {
    const value: unknown = JSON.parse(textOf(manifest) ?? '');
    const name = isJsonObject(value) ? value['name'] : undefined;
    return typeof name === 'string' && /^[\w-][\w.-]*$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

function textOf(file: string): string | null {
  const read = readConfigurationFile(file, null);
  return read.kind === 'text' ? read.text : null;
}
