import type { Dialect, GroupedJsonShape, HookUse, Matcher } from '../../model/index.ts';
import type { PatternReading } from '../../engine/rules/pattern-reading.ts';
import type { FoundFile } from '../discover.ts';
import type { Path, ReportFinding } from '../document.ts';
import type { NotedHook } from '../written-hooks.ts';

/** The file that is being read. */
export interface GroupedFile {
  readonly dialect: Dialect;
  readonly shape: GroupedJsonShape;
  readonly found: FoundFile;
  readonly report: ReportFinding;
  /** Records a hook. */
  readonly note: (hook: NotedHook) => void;
  /** Records that an entry of an event cannot be used, with its path. */
  readonly spoil: (event: string, path: Path) => void;
  /** The skill or sub-agent that the file belongs to; null for others. */
  readonly during: HookUse | null;
  /** How many of its patterns have been compiled. */
  readonly patterns: PatternReading;
}

/** What the entries of one group share. */
export interface HookGroup {
  readonly event: string;
  readonly path: Path;
  readonly matcher: Matcher;
  readonly isBackground: boolean;
  readonly isSequential: boolean;
}
