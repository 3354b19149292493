import type { OidcProvider } from './oidc-provider.ts';

/** A login as far as the provider's answer: where it sends the browser, and the cookie that belongs to it. */
export interface BegunLogin {
  /** What the gateway asked the provider for. */
  readonly asked: URLSearchParams;
  readonly back: string;
  readonly cookie: string;
}

/** A login that was carried out. */
export interface Login {
  readonly asked: URLSearchParams;
  readonly answer: Response;
  /** The cookie of the session; empty: the person was not let in. */
  readonly cookie: string;
}

/** Gets a page as a browser does, but follows no redirect. */
export const get = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers });

/** A cookie that an answer sets, as a browser sends it back; empty: it sets none of this name. */
export const cookieOf = (answer: Response, name: string): string =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0] ?? '')
    .find((each) => each.startsWith(`${name}=`)) ?? '';

/** Goes to the gateway's login (`how`: its query) and to the provider. */
export async function beginLogin(gateway: string, how = ''): Promise<BegunLogin> {
  const begun = await get(new URL(`/login${how}`, gateway).href);
  const atProvider = new URL(begun.headers.get('location') ?? '');
  const answer = await get(atProvider.href);
  return {
    asked: atProvider.searchParams,
    back: answer.headers.get('location') ?? '',
    cookie: cookieOf(begun, 'hookline-login'),
  };
}

/** Logs a person in whom the provider knows by these claims. */
export async function logIn(
  gateway: string,
  provider: OidcProvider,
  claims: OidcProvider['claims'],
  how = '',
): Promise<Login> {
  provider.claims = claims;
  const { asked, back, cookie } = await beginLogin(gateway, how);
  const answer = await get(back, { cookie });
  return { asked, answer, cookie: cookieOf(answer, 'hookline-session') };
}
