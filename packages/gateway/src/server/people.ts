import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { noteAudit } from '../access/audit.ts';
import { FRESH_SECONDS } from '../access/login.ts';
import { type KnownPerson, mayActAs, type Person, personOf, type Role } from '../access/tokens.ts';
import { refuse } from './answers.ts';
import type { GatewayPorts } from './ports.ts';

/** A browser sends the cookie of a login by itself: so a request with one must come from the gateway's own page. */
export async function asPerson(
  context: Context,
  ports: GatewayPorts,
  needed: Role,
  answer: (person: KnownPerson, token: string) => Response | Promise<Response>,
): Promise<Response> {
  const { database, counters } = ports;
  const bearer = /^Bearer ([\w-]{10,200})$/.exec(context.req.header('authorization') ?? '')?.[1];
  if (bearer === undefined && cookieOf(context, ports) !== undefined && !isFromOwnPage(context, ports)) {
    counters.add('refused');
    return refuse(context, 403, 'this request comes from another site', 'the gateway answers its own page only');
  }
  const token = bearer ?? cookieOf(context, ports);
  const person = token === undefined ? null : await personOf(database, token);
  counters.add(person === null ? 'refused' : 'questions');
  if (person === null || token === undefined)
    return refuse(context, 401, 'expected a token that is valid', 'log in, or ask for one: hookline gateway token');
  if (!mayActAs(person.role, needed))
    return refuse(context, 403, `this needs the role ${needed}, and you have ${person.role}`);
  return answer(person, token);
}

/**
 * As `asPerson`, for what could do harm: a browser whose person has not proved who they are within the last minutes must log
 * in again. A token of an operator is for programs, which cannot.
 */
export const asFreshPerson = (
  context: Context,
  ports: GatewayPorts,
  needed: Role,
  answer: (person: Person) => Response | Promise<Response>,
): Promise<Response> =>
  asPerson(context, ports, needed, async (person) => {
    if (!isStale(person)) return answer(person);
    const { org, name } = person;
    await noteAudit(ports.database, { org, who: name, what: 'fresh_login_needed', detail: { path: context.req.path } });
    context.header('www-authenticate', `Bearer error="insufficient_user_authentication", max_age="${FRESH_SECONDS}"`);
    return refuse(
      context,
      401,
      `this needs a login of the last ${FRESH_SECONDS / 60} minutes`,
      ports.login === null ? 'ask for a new link: hookline gateway page' : 'log in again: /login?again',
    );
  });

/** Whether somebody has to prove again who they are before they do what could do harm. */
export const isStale = ({ authedAt, isSession }: KnownPerson): boolean =>
  isSession && (authedAt === null || Date.now() - authedAt >= FRESH_SECONDS * 1000);

export function isFromOwnPage({ req }: Context, { address }: GatewayPorts): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = req.header('origin');
  return origin === undefined ? req.method === 'GET' : origin === address.origin;
}

const isSecure = ({ address }: GatewayPorts): boolean => address.origin.startsWith('https:');

/** `__Host-`: no other host, not even one of the same domain, can have set it. */
const nameOf = (ports: GatewayPorts, what: 'session' | 'login'): string =>
  `${isSecure(ports) ? '__Host-' : ''}hookline-${what}`;

const cookieOf = (context: Context, ports: GatewayPorts): string | undefined => {
  const value = getCookie(context, nameOf(ports, 'session'));
  return value === '' ? undefined : value;
};

interface Kept {
  readonly value: string;
  /** 0: the cookie goes away. */
  readonly seconds: number;
}

/** The cookie of a session comes only with requests that the gateway's own page makes. */
export const keepSession = (context: Context, ports: GatewayPorts, { value, seconds }: Kept): void =>
  setCookie(context, nameOf(ports, 'session'), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(ports),
    maxAge: seconds,
  });

/** What is kept during a login comes with the way back from the provider too, which is another site. */
export const keepLogin = (context: Context, ports: GatewayPorts, { value, seconds }: Kept): void =>
  setCookie(context, nameOf(ports, 'login'), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(ports),
    maxAge: seconds,
  });

export const keptLogin = (context: Context, ports: GatewayPorts): string | undefined =>
  getCookie(context, nameOf(ports, 'login'));
