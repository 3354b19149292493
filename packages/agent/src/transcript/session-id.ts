import { UsageProblem } from '../contract/model.ts';

/** A new id that sorts by time, such as `20261115-091233042-k3f9x2`. */
export function newSessionId(now: Date = new Date(), random: () => number = Math.random): string {
  const [date, time] = now
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .split('T');
  const chance = Array.from({ length: CHANCE_DIGITS }, () => DIGITS.charAt(Math.floor(random() * DIGITS.length)));
  return `${date}-${time}-${chance.join('')}`;
}

const CHANCE_DIGITS = 6;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Gives an id back when it can be the name of a file in a folder; throws a UsageProblem when it could escape that folder. */
export function checkedId(id: string): string {
  if (isId(id)) return id;
  throw new UsageProblem(
    `an id is made of letters, digits, "-", "_" and "." (at most 128), not ${JSON.stringify(id.slice(0, 80))}; give one as the agent printed it`,
  );
}

const isId = (id: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(id) && !id.includes('..');
