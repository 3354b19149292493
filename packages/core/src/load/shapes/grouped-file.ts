import type { Dialect, GroupedJsonShape, Matcher } from '../../model/index.ts';
import type { FoundFile } from '../discover.ts';
import type { Path, Report } from '../document.ts';

/** The file that is being read. */
export interface GroupedFile {
  readonly dialect: Dialect;
  readonly shape: GroupedJsonShape;
  readonly found: FoundFile;
  readonly report: Report;
}

/** What the entries of one group share. */
export interface Group {
  readonly event: string;
  readonly path: Path;
  readonly matcher: Matcher;
  readonly isBackground: boolean;
  readonly isSequential: boolean;
}
