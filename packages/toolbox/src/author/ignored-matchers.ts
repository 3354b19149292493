import type { Dialect } from '@hookline/core/internal';

/** Whether another program reads the same files and ignores their matchers: there a hook itself looks at the tool. */
export const areMatchersIgnored = ({ locations }: Dialect): boolean =>
  locations.some(({ readElsewhere }) => readElsewhere?.matcher !== undefined);
