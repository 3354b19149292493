/**
 * Variables that are replaced as plain text, wherever they stand: `$NAME` and `${NAME}` of the environment, the latter
 * perhaps with a default (`${NAME:-default}`), or `${NAME}` for these names alone. Others stay as they are.
 */
export type LoadVariables =
  | 'environment'
  | 'environment-or-default'
  | Readonly<Record<string, 'plugin-folder' | 'project' | 'separator'>>;

/** What makes a folder an extension. */
export interface ExtensionRule {
  /** Its manifest, without which it is none. */
  readonly manifest: string;
  /** Whether a key `hooks` of the manifest holds the hooks, or names their file, instead of the location. */
  readonly hooksInManifest?: true;
}
