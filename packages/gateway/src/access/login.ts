import * as oidc from 'openid-client';
import { isLoopback, type PeopleAccess } from './config.ts';
import { mayActAs, type Role } from './tokens.ts';

/** What a browser keeps between the way to the provider and the way back. */
export interface LoginState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The provider must ask the person again, whoever its browser says to be. */
  readonly again: boolean;
}

/** Somebody whom the provider knows, and what the gateway lets them do. */
export interface LoggedIn {
  readonly name: string;
  readonly org: string;
  readonly role: Role;
  readonly hours: number;
  /** When the provider asked the person; null: it does not say. */
  readonly authedAt: number | null;
}

/** Somebody whom the provider knows and the gateway does not let in, or a way back that does not fit. */
export class LoginRefused extends Error {
  /** Who it is, by the provider; null: no person was proved. */
  readonly who: string | null;
  constructor(message: string, who: string | null = null) {
    super(message);
    this.who = who;
  }
}

/** Within so many seconds after a person has proved who they are, they may do what is dangerous. */
export const FRESH_SECONDS = 300;

/** Logs people in by OpenID Connect: a code that is worth something only together with what this browser has. */
export interface Login {
  readonly begin: (back: string, again: boolean) => Promise<{ readonly address: URL; readonly kept: LoginState }>;
  /** Throws {@link LoginRefused} with what to say. */
  readonly end: (address: URL, kept: LoginState) => Promise<LoggedIn>;
}

const HOURS = 12;

export function createLogin(people: PeopleAccess): Login {
  let described: Promise<oidc.Configuration> | null = null;
  const provider = (): Promise<oidc.Configuration> => {
    described ??= describe(people);
    described.catch(() => (described = null)); // the provider may be back for the next one
    return described;
  };
  return {
    begin: async (back, again) => {
      const kept = {
        again,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const scope = people.scope ?? 'openid profile email';
      return { address: await addressOf(await provider(), kept, { back, scope }), kept };
    },
    end: async (address, { state, nonce, verifier, again }) => {
      const found = await oidc
        .authorizationCodeGrant(await provider(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // A provider that does not say when it has asked is not believed to have asked again.
          ...(again ? { maxAge: FRESH_SECONDS } : {}),
        })
        .catch((error: unknown) => {
          throw new LoginRefused(`the login was not completed: ${(error as Error).message}`);
        });
      return personIn(found.claims() ?? {}, people);
    },
  };
}

/** Where the browser goes to log in. */
const addressOf = async (
  provider: oidc.Configuration,
  { state, nonce, verifier, again }: LoginState,
  { back, scope }: { readonly back: string; readonly scope: string },
): Promise<URL> =>
  oidc.buildAuthorizationUrl(provider, {
    redirect_uri: back,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  });

function describe({ issuer, clientId, clientSecret }: PeopleAccess): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  const auth = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(address, clientId, undefined, auth, {
    execute: isLoopback(address) ? [oidc.allowInsecureRequests] : [],
  });
}

/** Of several grants the first names the organisation, and the strongest of that organisation the role. */
function personIn(claims: Readonly<Record<string, unknown>>, { claim, grants, hours = HOURS }: PeopleAccess): LoggedIn {
  const said = claims[claim];
  const values: readonly unknown[] = Array.isArray(said) ? said : [said];
  const fitting = grants.filter(({ value }) => values.includes(value));
  const [first] = fitting;
  const name = [claims['email'], claims['preferred_username'], claims['sub']].find((each) => typeof each === 'string');
  if (first === undefined || typeof name !== 'string')
    throw new LoginRefused(
      `you are known, but nothing in the claim "${claim}" of your login gives you a role here; ask those who run the gateway`,
      typeof name === 'string' ? name.slice(0, 200) : null,
    );
  const org = first.org ?? 'default';
  const role = fitting
    .filter((each) => (each.org ?? 'default') === org)
    .reduce<Role>((most, each) => (mayActAs(each.role, most) ? each.role : most), first.role);
  const authTime = claims['auth_time'];
  return {
    name: name.slice(0, 200),
    org,
    role,
    hours,
    authedAt: typeof authTime === 'number' ? authTime * 1000 : null,
  };
}
