import type { Watch } from './engine/ports.ts';
import type { Judgement } from './judge-project.ts';
import { coverOf, isInStore } from './judge-project.ts';
import type { Hook, TrustPolicy } from './model/index.ts';
import type { Settings } from './settings.ts';
import { monotonicMs } from './text/clock.ts';
import { changedFiles, changesBetween } from './trust/changes.ts';
import type { Cover } from './trust/digest.ts';
import type { Look } from './trust/looks.ts';
import { areUnchanged, since } from './trust/looks.ts';
import { shownPath } from './trust/paths.ts';

const FRESH_MS = 1;

/** Just before a start a look of a moment ago is as good; one that took longer was begun longer ago anyway. */
export function freshUntil(beganAtMs: number): number {
  const now = monotonicMs();
  return now + Math.max(FRESH_MS, now - beganAtMs);
}

/** What a watch goes by. */
export interface Standard {
  /** What is in force at this moment. */
  readonly judgement: () => Judgement | null;
  /** Whether everything was looked at a moment ago, and stood. */
  readonly isFresh: (parts: Judgement['parts']) => boolean;
  readonly settings: Settings;
  readonly trust: TrustPolicy;
}

/** Watches one run: what it is started from must be what was trusted, and must not have been touched when it has ended. */
export function watchOf(hook: Hook, standard: Standard, stray: () => string | null): Watch {
  let seen: readonly Look[] | null = null;
  let freshMs = -Infinity;
  return {
    before: () => {
      const judgement = standard.judgement();
      if (judgement === null || monotonicMs() < freshMs) return null;
      const beganAtMs = monotonicMs();
      const looks = judgement.parts.get(hook.handler)?.looks ?? [];
      if (standard.isFresh(judgement.parts) || areUnchanged(looks)) {
        seen = looks;
        const why = stray();
        if (why === null) freshMs = freshUntil(beganAtMs);
        return why;
      }
      const now = coverOf(judgement.evidence, standard.settings.project);
      seen = now.parts.get(hook.handler)?.looks ?? [];
      return changeOf(hook, judgement, now, standard) ?? stray();
    },
    after: () => {
      const judgement = standard.judgement();
      if (judgement === null) return null;
      const found = since(seen ?? judgement.parts.get(hook.handler)?.looks ?? []);
      if (found.how === 'same') return null;
      const { project } = standard.settings;
      const change = changeOf(hook, judgement, coverOf(judgement.evidence, project), standard);
      if (change !== null || found.how === 'unsure') return change;
      return `${shownPath(found.path, judgement.project.path)} was changed and may have been put back; let it rest while hooks run`;
    },
  };
}

/** What is different from what was judged, in words; null when nothing is, or when it is trusted as it is. */
function changeOf(
  { handler }: Hook,
  { base }: Judgement,
  { content, parts }: Cover,
  { settings, trust }: Standard,
): string | null {
  if (base !== null && parts.get(handler)?.digest === base.parts.get(handler)?.digest) return null;
  if (trust === 'store' && isInStore(content, settings)) return null;
  return `${changedFiles(changesBetween(base?.content.files ?? [], content.files))} since the project was trusted; run "hookline trust"`;
}
