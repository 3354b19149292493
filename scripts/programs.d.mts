export type ProgramName =
  | 'jq'
  | 'python3'
  | 'setsid'
  | 'make'
  | 'prlimit'
  | 'setpriv'
  | 'tmux'
  | 'strace'
  | 'chromium'
  | 'script'
  | 'unshare'
  | 'mount'
  | 'ip'
  | 'openssl'
  | 'postgres';
export interface Need {
  readonly program: ProgramName;
  /** What is left out without it. */
  readonly part: string;
}
type Environment = Readonly<Record<string, string | undefined>>;

export declare const PROGRAMS: Readonly<
  Record<
    ProgramName,
    { readonly ask: string; readonly get: string; readonly word?: RegExp; readonly places?: readonly string[] }
  >
>;
export declare function hasProgram(name: ProgramName, env?: Environment): boolean;
export declare function missingOf(needs: readonly Need[], env?: Environment): readonly Need[];
export declare function programsIn(text: string): readonly ProgramName[];
export declare function leftOutLine(program: ProgramName, what: string): string;
