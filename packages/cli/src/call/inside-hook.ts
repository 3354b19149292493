import { wrongCall } from './wrong-call.ts';

/** A hook must not be able to widen what is trusted. */
export function refuseInsideHook(env: Readonly<Record<string, string | undefined>>, what: string): void {
  if ((env['HOOKLINE_RUN'] ?? '') !== '') throw wrongCall(`${what} is refused inside a hook`);
}
