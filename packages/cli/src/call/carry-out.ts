import { ChangedMeanwhileError, checkPlaces, OutsideProjectError } from '@hookline/toolbox';
import { wrongCall } from './wrong-call.ts';

/** Writes or removes; what stands in the way is told as the caller's business, not as an error of ours. */
export function carryOut(verb: 'written' | 'removed', work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof ChangedMeanwhileError || error instanceof OutsideProjectError) throw wrongCall(error.message);
    const { code, path = '' } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw wrongCall(
      verb === 'written'
        ? `${path} cannot be written (${code}); nothing was changed`
        : `${path} cannot be removed (${code}); run it again when that is possible`,
    );
  }
}

/** Refuses a plan, also one that is only shown, that a symlink leads out of the project. */
export function refuseOutside(paths: readonly string[], root: string | null): void {
  carryOut('written', () => checkPlaces(paths, root));
}
