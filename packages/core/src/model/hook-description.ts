import type { Handler, Wake } from './hook.ts';

/** A hook as data that can be stored and used elsewhere; paths in the project are relative to it. */
export interface HookDescription {
  readonly dialect: string;
  readonly name: string;
  /** Native name of the event. */
  readonly event: string;
  /** As written in its file; null: everything. */
  readonly matcher: string | { readonly tool?: string; readonly content?: string } | null;
  readonly condition: string | null;
  readonly handler: Exclude<Handler, { readonly kind: 'function' }>;
  readonly timeoutMs: number;
  readonly background: boolean;
  readonly wake: Wake | null;
  readonly env: Readonly<Record<string, string>>;
  /** From the folder in which hooks of the dialect run; absent: that one. */
  readonly cwd?: string;
  readonly folder: string | null;
  readonly dataFolder: string | null;
  readonly defect: string | null;
  /** What its file says about its failures and the names in its headers; absent: nothing. */
  readonly onFault?: 'proceed' | 'block';
  readonly headerVariables?: readonly string[];
}
