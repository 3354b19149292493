import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import type { CiAccess } from './config.ts';

/** A job of a CI that proved who it is. */
interface CiJob {
  readonly org: string;
  readonly hours: number;
  /** What the CI calls it. */
  readonly name: string;
  readonly expires: Date;
}

/** Checks the token of a CI's job; a text says why it is not taken. */
export type VerifyJob = (token: string) => Promise<CiJob | string>;

type Keys = ReturnType<typeof createRemoteJWKSet>;

const HOURS = 24;
const WAIT_MS = 5_000;
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const LONGEST_TOKEN_SECONDS = 24 * 3600;

export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** Keys of a CI are read when its first job comes, and remembered as long as they fit. */
export function createJobVerifier(known: readonly CiAccess[]): VerifyJob {
  const keys = new Map<string, Keys>();
  const keysOf = async (issuer: string): Promise<Keys> => {
    const found = keys.get(issuer) ?? createRemoteJWKSet(await keysAddress(issuer), { timeoutDuration: WAIT_MS });
    keys.set(issuer, found);
    return found;
  };
  return async (token) => {
    const issuer = issuerIn(token);
    const fitting = known.filter((each) => each.issuer === issuer);
    if (fitting.length === 0) return 'the gateway knows no CI that gives out such tokens';
    let why = '';
    for (const ci of fitting) {
      const checked = await check(token, ci, await keysOf(ci.issuer));
      if (typeof checked !== 'string') return checked;
      why = checked;
    }
    return why;
  };
}

function issuerIn(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

async function check(token: string, ci: CiAccess, keys: Keys): Promise<CiJob | string> {
  const { issuer, audience, claims, org = 'default', hours = HOURS } = ci;
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: LONGEST_TOKEN_SECONDS,
    }));
  } catch (error) {
    return `the token of the CI is not valid: ${(error as Error).message}`;
  }
  const other = Object.entries(claims).find(([name, value]) => payload[name] !== value);
  if (other !== undefined) return `the token of the CI has another ${other[0]} than the gateway takes in`;
  return { org, hours, name: payload.sub ?? '', expires: new Date((payload.exp ?? 0) * 1000) };
}

/** Where a provider's keys are stands in its description. */
async function keysAddress(issuer: string): Promise<URL> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(WAIT_MS),
    redirect: 'error',
  });
  const { issuer: named, jwks_uri: address } = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer || typeof address !== 'string' || !URL.canParse(address))
    throw new Error(`${issuer} does not describe itself as a provider of OpenID Connect does`);
  return new URL(address);
}
