import type { Hooks } from '@hookline/core/internal';
import type { AgentType } from '../agent-types/agent-type.ts';
import type { PromptCommand } from '../commands/prompt-command.ts';
import type { Task } from '../contract/task.ts';
import type { UserInterface } from '../contract/user-interface.ts';
import type { Inbox } from './inbox.ts';
import type { Model } from '../contract/model.ts';
import type { PermissionMode } from '../contract/permission-mode.ts';
import type { Rule } from '../permission/rules.ts';
import type { TranscriptFact } from '../transcript/transcript-entry.ts';

/** What all threads of a session share. The few fields that change are those without `readonly`. */
export interface Session {
  readonly id: string;
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hooks: Hooks;
  /** The model that a hook or a sub-agent names: a slot, `PROVIDER/NAME`, or a name of the same provider. */
  readonly modelNamed: (word: string) => Promise<Model>;
  readonly ui: UserInterface;
  /** Where the transcripts of sessions lie. */
  readonly folder: string;
  readonly transcriptPath: string;
  readonly write: (entry: TranscriptFact) => void;
  readonly interactive: boolean;
  readonly contextLength: number;
  /** Whether the project was trusted when the session began: a later change counts from the next session on. */
  readonly isTrusted: boolean;
  readonly inbox: Inbox;
  /** Handles what waited while the model was busy: changed files and configuration. */
  readonly settle: () => Promise<void>;
  /** Watches for changes where the main agent now works; `paths` of hooks replace those they gave before, null leaves them. */
  readonly watch: (paths: readonly string[] | null) => void;
  /** No session of the project was there before. */
  readonly isFirst: boolean;
  readonly commands: readonly PromptCommand[];
  agentTypes: readonly AgentType[];
  /** The model of the main agent. */
  model: Model;
  /** Folders beside the project that tools may work in as in the project; absolute, without symlinks. */
  folders: readonly string[];
  tasks: readonly Task[];
  mode: PermissionMode;
  rules: readonly Rule[];
  /** Interrupts what runs now; null while nothing does. */
  interruption: AbortSignal | null;
  turns: number;
  steps: number;
}
