import { bashScript } from './script-bash.ts';
import { nodeScript } from './script-node.ts';
import { pythonScript } from './script-python.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** A language that hooks are written in. */
export interface Language {
  readonly extension: string;
  readonly write: (target: HookTarget, shape: HookShape) => string;
}

export const LANGUAGES = {
  bash: { extension: '.sh', write: bashScript },
  python: { extension: '.py', write: pythonScript },
  node: { extension: '.mjs', write: nodeScript },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
