import {
  makeEnrolToken,
  makePageCode,
  makePersonToken,
  type openDatabase,
  originOf,
  orgNumber,
  type Role,
  ROLES,
} from '@hookline/gateway';
import { accountName } from '../../call/account-name.ts';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { DAYS, ENROL, NAME, ORG, ROLE, USES } from './options.ts';

/** Makes a token; it is shown once, and only its digest is kept. */
export async function makeToken(
  database: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
): Promise<{ readonly token: string }> {
  const org = await orgNumber(database, valueOf(given, ORG) ?? 'default');
  const days = countOf(given, DAYS, 30);
  if (isGiven(given, ENROL))
    return { token: await makeEnrolToken(database, { org, uses: countOf(given, USES, 1), days }) };
  const name = valueOf(given, NAME) ?? accountName();
  return { token: await makePersonToken(database, { org, name, role: roleOf(given), days }) };
}

/** Makes an address that opens the page once. */
export async function makePageLink(
  database: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
): Promise<{ readonly address: string }> {
  const origin = await originOf(database);
  if (origin === null) throw wrongCall('no gateway has been started on this database yet');
  const org = await orgNumber(database, valueOf(given, ORG) ?? 'default');
  const name = valueOf(given, NAME) ?? accountName();
  return { address: `${origin}/#${await makePageCode(database, { org, name, role: roleOf(given) })}` };
}

function roleOf(given: Arguments): Role {
  const word = valueOf(given, ROLE) ?? 'reader';
  const role = ROLES.find((each) => each === word);
  if (role === undefined) throw wrongCall(`--role: unknown role "${word}"`, { word, known: ROLES });
  return role;
}

function countOf(given: Arguments, option: typeof DAYS | typeof USES, otherwise: number): number {
  const word = valueOf(given, option);
  const count = word === undefined ? otherwise : Number(word);
  if (Number.isInteger(count) && count > 0 && count <= 100_000) return count;
  throw wrongCall(`--${option.name}: expected a whole number above 0, found "${word ?? ''}"`);
}
