import type { Me } from '@hookline/studio';
import { type Context, Hono } from 'hono';
import { noteAudit } from '../access/audit.ts';
import { type LoggedIn, LoginRefused, type LoginState } from '../access/login.ts';
import { isPageCode, makeSession, orgNumber, revokeToken } from '../access/tokens.ts';
import { comeLater, refuse } from './answers.ts';
import { asPerson, isFromOwnPage, isStale, keepLogin, keepSession, keptLogin } from './people.ts';
import type { GatewayPorts } from './ports.ts';

const LOGIN_SECONDS = 600;
const CODE_SECONDS = 12 * 3600;

/** How people get in: by their provider, or by a link that an operator made. */
export function loginRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  routes.get('/login', (context) => begin(context, ports));
  routes.get('/login/done', (context) => end(context, ports));
  routes.post('/logout', (context) =>
    asPerson(context, ports, 'reader', async ({ org, name }, token) => {
      await revokeToken(ports.database, token);
      await noteAudit(ports.database, { org, who: name, what: 'logout' });
      keepSession(context, ports, { value: '', seconds: 0 });
      return context.json({ ok: true });
    }),
  );
  routes.post('/api/session', (context) => redeem(context, ports));
  routes.get('/v1/me', (context) =>
    asPerson(context, ports, 'reader', (person) =>
      context.json({ name: person.name, role: person.role, isStale: isStale(person) } satisfies Me),
    ),
  );
  return routes;
}

const NO_LOGIN = 'this gateway has no provider at which people log in';

async function begin(context: Context, ports: GatewayPorts): Promise<Response> {
  if (ports.login === null) return refuse(context, 404, NO_LOGIN, 'ask for a link: hookline gateway page');
  try {
    const { address, kept } = await ports.login.begin(
      `${ports.address.origin}/login/done`,
      context.req.query('again') !== undefined,
    );
    keepLogin(context, ports, {
      value: Buffer.from(JSON.stringify({ ...kept, to: pageIn(context.req.query('to')) })).toString('base64url'),
      seconds: LOGIN_SECONDS,
    });
    return context.redirect(address.href);
  } catch (error) {
    ports.onProblem(`the provider of logins cannot be used: ${String(error)}`);
    return comeLater(context, 503, 30, 'the provider of logins cannot be reached now');
  }
}

async function end(context: Context, ports: GatewayPorts): Promise<Response> {
  const kept = stateIn(keptLogin(context, ports));
  keepLogin(context, ports, { value: '', seconds: 0 });
  if (ports.login === null || kept === null)
    return refused(context, ports, ports.login === null ? NO_LOGIN : 'this browser began no login, or too long ago');
  try {
    const address = new URL(`${ports.address.origin}/login/done${new URL(context.req.url).search}`);
    return await enter(context, ports, await ports.login.end(address, kept), kept.to);
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    // Who was not proved is not noted: anybody could fill the table.
    if (error.who !== null) {
      const org = await orgNumber(ports.database, 'default');
      await noteAudit(ports.database, {
        org,
        who: error.who,
        what: 'login_refused',
        detail: { why: error.message },
      });
    }
    return refused(context, ports, error.message);
  }
}

function refused(context: Context, { counters }: GatewayPorts, why: string): Response {
  counters.add('refused');
  return refuse(context, 403, why, 'begin again at /login');
}

async function enter(context: Context, ports: GatewayPorts, person: LoggedIn, to: string): Promise<Response> {
  const { name, role, hours, authedAt } = person;
  const org = await orgNumber(ports.database, person.org);
  await noteAudit(ports.database, { org, who: name, what: 'login', detail: { role, authedAt } });
  const value = await makeSession(ports.database, { org, name, role, authedAt }, hours);
  keepSession(context, ports, { value, seconds: Math.round(hours * 3600) });
  return context.redirect(to);
}

/** What a browser keeps, with the page to which the person goes back. */
interface KeptLogin extends LoginState {
  readonly to: string;
}

/** Only a page of the gateway itself: a link from elsewhere must not lead elsewhere through a login. */
const pageIn = (text: unknown): string => (typeof text === 'string' && /^\/[a-z-]{1,40}$/.test(text) ? text : '/');

function stateIn(text: string | undefined): KeptLogin | null {
  try {
    const { state, nonce, verifier, again, to } = JSON.parse(
      Buffer.from(text ?? '', 'base64url').toString(),
    ) as KeptLogin;
    const isState = [state, nonce, verifier].every((each) => typeof each === 'string') && typeof again === 'boolean';
    return isState ? { state, nonce, verifier, again, to: pageIn(to) } : null;
  } catch {
    return null;
  }
}

/** Changes the code of a link for a session of this browser; the code is worth nothing afterwards. */
async function redeem(context: Context, ports: GatewayPorts): Promise<Response> {
  if (!isFromOwnPage(context, ports)) return refused(context, ports, 'this request comes from another site');
  const { code } = (await context.req.json().catch(() => ({}))) as { code?: unknown };
  const person =
    typeof code === 'string' && isPageCode(code) && code.length < 200 ? await revokeToken(ports.database, code) : null;
  if (person === null) {
    ports.counters.add('refused');
    return refuse(
      context,
      403,
      'this link is not known, was used, or is too old',
      'ask for one: hookline gateway page',
    );
  }
  const { org, name, role } = person;
  await noteAudit(ports.database, { org, who: name, what: 'link_used', detail: { role } });
  // Who has such a link got it from an operator just now.
  const value = await makeSession(ports.database, { ...person, authedAt: Date.now() });
  keepSession(context, ports, { value, seconds: CODE_SECONDS });
  return context.json({ token: null });
}
