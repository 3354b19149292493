import { bashNeeds, bashScript } from './script-bash.ts';
import { nodeScript } from './script-node.ts';
import { pythonScript } from './script-python.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** A language that hooks are written in. */
export interface Language {
  readonly extension: string;
  readonly write: (target: HookTarget, shape: HookShape) => string;
  /** The programs that such a script needs besides hookline's own. */
  readonly needs: (shape: HookShape) => readonly string[];
}

export const LANGUAGES = {
  bash: { extension: '.sh', write: bashScript, needs: bashNeeds },
  python: { extension: '.py', write: pythonScript, needs: () => ['python3'] },
  node: { extension: '.mjs', write: nodeScript, needs: () => [] },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
