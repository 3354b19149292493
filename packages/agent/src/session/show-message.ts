import type { Level } from '@hookline/core/internal';
import type { UserInterface } from '../contract/user-interface.ts';

/** Shows a message to the user; `hook` is the id of the hook that it comes from, null for the agent itself. */
export const showMessage = (ui: UserInterface, level: Level, text: string, hook: string | null = null): void =>
  ui.tell({ type: 'message', level, text, hook });
