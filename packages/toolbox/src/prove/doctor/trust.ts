import {
  type ContentChanges,
  GIVEN_HINT,
  givenWords,
  type Hooks,
  isOnlyUnpinned,
  type ListedHook,
  showTrust,
  stateFolder,
  type TrustResult,
  unseenTrustIn,
} from '@hookline/core/internal';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';

/** Whether the project's own hooks are trusted, what has changed since, what is withheld, and what they switch off. */
export async function trustChecks(hooks: Hooks, place: DoctorPlace): Promise<readonly Check[]> {
  if (hooks.project === null) return [ok('trust', 'project', 'has no hooks of its own')];
  const shown = await showTrust(place);
  const { trusted } = hooks.project;
  if (!trusted) return [projectCheck(trusted, shown)];
  const withheld = hooks.list().filter((hook) => hook.withheld === true);
  return [
    projectCheck(trusted, shown),
    ...withheld.map(withheldCheck),
    ...givenChecks(shown.content.path, place),
    ...shown.switchesOff.map(offCheck),
  ];
}

const HINT = 'look, then trust it: hookline trust --show; hookline trust';

function projectCheck(isTrusted: boolean, { content, already, changes, problem }: TrustResult): Check {
  if (isTrusted && already && (changes?.textOnly.length ?? 0) > 0)
    return info(
      'trust',
      'project',
      `trusted; nothing that runs differs, but text does: ${changes?.textOnly.join(', ') ?? ''}`,
    );
  if (isTrusted && already) return ok('trust', 'project', `trusted, ${content.files.length} files`);
  if (problem !== null) return error('trust', 'project', problem, 'see: hookline trust --show');
  if (changes === null) return warning('trust', 'project', 'not trusted: none of its own hooks runs', HINT);
  const names = [...changes.added, ...changes.changed, ...changes.removed, ...changes.textOnly].join(', ');
  if (isTrusted && isOnlyUnpinned(changes)) return warning('trust', 'project', coveredLess(changes), HINT);
  return isTrusted
    ? warning('trust', 'project', `what was trusted is in force; the files differ from it: ${names}`, HINT)
    : warning('trust', 'project', `changed since it was trusted: ${names}`, HINT);
}

const coveredLess = ({ unpinned = [] }: ContentChanges): string =>
  `trusted by an earlier version of hookline that covered less; of these only what is written from then on is noticed: ${unpinned.join(', ')}`;

/** Trust that no person gave at a terminal, which is reported here. */
function givenChecks(project: string, { env, home }: DoctorPlace): readonly Check[] {
  const given = unseenTrustIn(stateFolder(env, home), project);
  return given === null ? [] : [warning('trust', 'project', givenWords(given), GIVEN_HINT)];
}

const withheldCheck = ({ name, why }: ListedHook): Check => error('trust', name, `withheld: ${why ?? ''}`, HINT);

const offCheck = ({ name, source, by, how }: TrustResult['switchesOff'][number]): Check =>
  info('trust', name, `your hook of ${source} is switched off by ${by} (${how})`);
