import type { Dialect, GroupedJsonShape, Matcher } from '../../model/index.ts';
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
