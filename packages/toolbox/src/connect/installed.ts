import type { AgentTable } from '@hookline/core/internal';
import type { DoctorPlace } from '../prove/doctor/check.ts';
import { isInside, versionOf } from '../prove/doctor/versions.ts';
import { locate } from '../prove/stress/workshop.ts';

/** An agent's program on this machine. */
export interface InstalledAgent {
  readonly installed: boolean;
  /** Null: it is not installed, or does not say. */
  readonly version: string | null;
}

/** Whether the program of an agent is on PATH; nothing is started. */
export const isInstalled = ({ program }: AgentTable, { env }: Pick<DoctorPlace, 'env'>): boolean =>
  locate(program.command, env['PATH']) !== null;

/** Looks for the program of an agent on PATH, and asks it for its version; one in the project is not started. */
export async function installedAgent({ program }: AgentTable, place: DoctorPlace): Promise<InstalledAgent> {
  const file = locate(program.command, place.env['PATH']);
  if (file === null) return { installed: false, version: null };
  if (isInside(place.project, file)) return { installed: true, version: null };
  return { installed: true, version: await versionOf(file, program.versionArguments, place) };
}
