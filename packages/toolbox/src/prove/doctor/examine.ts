import { createHooks, type HooksOptions, inspectHooks } from '@hookline/core/internal';
import { AREAS, type Check, type DoctorPlace } from './check.ts';
import { fileChecks } from './files.ts';
import { homeChecks } from './home.ts';
import { hookChecks, inspectionChecks, programChecks } from './hooks.ts';
import { machineChecks, recordChecks, stateChecks } from './state.ts';
import { policyChecks } from './policy.ts';
import { environmentChecks, pathChecks, serverChecks } from './surroundings.ts';
import { trustChecks } from './trust.ts';
import { versionChecks } from './versions.ts';
import { voidRefusalChecks } from './void-refusals.ts';

export interface ExamineOptions {
  readonly hooks: HooksOptions & DoctorPlace;
  /** The version of the calling program. */
  readonly version: string;
  /** The socket of a resident server. */
  readonly socket: string;
  /** Also programs of the machine are only found, and not asked for their versions. */
  readonly startsNothing?: true;
}

/** The state of the whole set-up. */
export interface Examination {
  /** False: at least one warning or error. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/**
 * Checks everything that hooks depend on; runs no hook, opens no connection, starts nothing of an untrusted project.
 */
export async function examine({ hooks: place, version, socket, startsNothing }: ExamineOptions): Promise<Examination> {
  const hooks = await createHooks({ ...place, record: false, warm: false });
  try {
    const isTrusted = hooks.project?.trusted ?? false;
    const found = [
      ...(await versionChecks(place, version, startsNothing === true ? 'nothing' : isTrusted ? 'all' : 'outside')),
      ...stateChecks(place),
      ...recordChecks(place),
      ...fileChecks(hooks),
      ...hookChecks(hooks),
      ...(await voidRefusalChecks(place)),
      ...(await trustChecks(hooks, place)),
      ...(await policyChecks(place)),
      ...programChecks(hooks, place),
      ...inspectionChecks(await inspectHooks(place), hooks),
      ...serverChecks(place, socket),
      ...environmentChecks(place),
      ...homeChecks(hooks, place),
      ...pathChecks(place),
      ...machineChecks(place, Date.now()),
    ];
    const checks = AREAS.flatMap((area) => found.filter((check) => check.area === area));
    return { ok: checks.every(({ status }) => status === 'ok' || status === 'info'), checks };
  } finally {
    await hooks.close();
  }
}
