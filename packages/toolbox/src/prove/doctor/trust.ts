import {
  GIVEN_HINT,
  givenWords,
  type Hooks,
  showTrust,
  stateFolder,
  type TrustResult,
  unseenTrustIn,
} from '@hookline/core/internal';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';

/** Whether the project's own hooks are trusted, what has changed since, and what they switch off. */
export async function trustChecks(hooks: Hooks, place: DoctorPlace): Promise<readonly Check[]> {
  if (hooks.project === null) return [ok('trust', 'project', 'has no hooks of its own')];
  const shown = await showTrust(place);
  return [
    projectCheck(hooks.project.trusted, shown),
    ...(hooks.project.trusted ? givenChecks(shown.content.path, place) : []),
    ...(hooks.project.trusted ? shown.switchesOff.map(offCheck) : []),
  ];
}

function projectCheck(isTrusted: boolean, { content, changes, problem }: TrustResult): Check {
  if (isTrusted) return ok('trust', 'project', `trusted, ${content.files.length} files`);
  if (problem !== null) return error('trust', 'project', problem, 'see: hookline trust --show');
  const hint = 'look, then trust it: hookline trust --show; hookline trust';
  if (changes === null) return warning('trust', 'project', 'not trusted: none of its own hooks runs', hint);
  const names = [...changes.added, ...changes.changed, ...changes.removed];
  return warning('trust', 'project', `changed since it was trusted: ${names.join(', ')}`, hint);
}

/** Trust that no person gave at a terminal: whoever looks here shall know of it. */
function givenChecks(project: string, { env, home }: DoctorPlace): readonly Check[] {
  const given = unseenTrustIn(stateFolder(env, home), project);
  return given === null ? [] : [warning('trust', 'project', givenWords(given), GIVEN_HINT)];
}

const offCheck = ({ name, source, by, how }: TrustResult['switchesOff'][number]): Check =>
  info('trust', name, `your hook of ${source} is switched off by ${by} (${how})`);
