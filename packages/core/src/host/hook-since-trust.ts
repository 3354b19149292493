import type { CoveredFile } from '../model/index.ts';
import { type Places, settingsOf } from '../settings/settings.ts';
import { coveredProject, pinnedSources } from '../trust/covered-content.ts';
import { COVER_RULES, coverHooks } from '../trust/hook-cover.ts';
import { openTrustStore } from '../trust/store.ts';

/** A hook as it was trusted, beside what its files are now. */
export interface HookSinceTrust {
  /** When it was trusted, in ISO 8601. */
  readonly at: string;
  /** What the hook file said; null: no text of it was kept. */
  readonly text: string | null;
  /** Every file that the trusted definition starts or loads. Of these only digests are kept. */
  readonly was: readonly CoveredFile[];
  readonly now: readonly CoveredFile[];
  /** False: files that count now may not have counted then. */
  readonly isSameRules: boolean;
}

/** What has become of a hook since trust was given last; null: it was not trusted then. Trusts nothing. */
export async function hookSinceTrust(id: string, options: Places = {}): Promise<HookSinceTrust | null> {
  const settings = settingsOf(options);
  const [pin] = openTrustStore(settings.stateFolder).decisions(settings.project).pins;
  const was = pin?.hooks.find((each) => each.id === id);
  if (pin === undefined || was === undefined) return null;
  const hooks = (await pinnedSources(pin, settings)).flatMap((source) => source.hooks);
  const hook = hooks.find((each) => each.id === id);
  if (hook === undefined) return null;
  const place = pin.copy[hook.source];
  const [cover] = coverHooks([hook], { ...coveredProject(settings), written: pin.written });
  return {
    at: pin.given.at,
    text: place?.kind === 'text' ? place.text : null,
    was: was.files,
    now: cover?.files ?? [],
    isSameRules: pin.rules === COVER_RULES,
  };
}
