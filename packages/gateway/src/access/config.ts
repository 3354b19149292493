import { shapes } from '@hookline/core/internal';
import { isAbsolute } from 'node:path';
import type { ObjectsConfig } from '../objects/open.ts';
import { type Role, ROLES } from './tokens.ts';

/** What a gateway's file says: who gets in without a token that an operator made, and where copies go. */
export interface GatewayConfig {
  readonly people?: PeopleAccess | undefined;
  readonly ci?: readonly CiAccess[] | undefined;
  readonly otlp?: OtlpConfig | undefined;
  readonly central?: CentralConfig | undefined;
  readonly objects?: ObjectsConfig | undefined;
}

/** A provider of OpenID Connect at which people log in. */
export interface PeopleAccess {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: the gateway is a public client, and PKCE alone protects the code. */
  readonly clientSecret?: string | undefined;
  /** The claim of the ID token that says what a person is: a text or a list of texts. */
  readonly claim: string;
  readonly grants: readonly Grant[];
  readonly scope?: string | undefined;
  /** How long a login lasts; 12 by default. */
  readonly hours?: number | undefined;
}

/** What one value of the claim lets a person do. */
interface Grant {
  readonly value: string;
  readonly role: Role;
  /** "default" by default. */
  readonly org?: string | undefined;
}

/** A CI whose jobs may enrol as machines. */
export interface CiAccess {
  readonly issuer: string;
  readonly audience: string;
  /** Claims that a token must have, each with this value: without one, every customer of the CI could enrol. */
  readonly claims: Readonly<Record<string, string>>;
  readonly org?: string | undefined;
  /** How long the machine may send; 24 by default. */
  readonly hours?: number | undefined;
}

/** How hooks are decided here for machines. */
interface CentralConfig {
  /** Names of the gateway's own variables that its hooks get; of the others they get none. */
  readonly variables?: readonly string[] | undefined;
  /** Decisions that are made at the same time; two for each core by default. */
  readonly atOnce?: number | undefined;
}

/** A receiver of OpenTelemetry's logs over HTTP. */
interface OtlpConfig {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const { isText, listOf, oneOf, shaped } = shapes;
const orAbsent =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);
const isHours = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= 24 * 7;
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000;
const isVariable = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
const isAddress = (value: unknown): boolean => typeof value === 'string' && isSafeAddress(value);
const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);
const isClaims = (value: unknown): boolean => isTexts(value) && Object.keys(value as object).length > 0;

const isFolder = shaped({ folder: (value) => typeof value === 'string' && isAbsolute(value) });
const isBucket = shaped({ endpoint: isAddress, bucket: isFilled, region: isFilled });

const CHECKS: readonly (readonly [keyof GatewayConfig, (value: unknown) => boolean, string])[] = [
  [
    'people',
    orAbsent(
      shaped({
        issuer: isAddress,
        clientId: isFilled,
        clientSecret: orAbsent(isFilled),
        claim: isFilled,
        grants: listOf(shaped({ value: isFilled, role: oneOf(...ROLES), org: orAbsent(isFilled) })),
        scope: orAbsent(isFilled),
        hours: orAbsent(isHours),
      }),
    ),
    `people: expected issuer (https), clientId, claim and grants, each with value and a role of ${ROLES.join(', ')}`,
  ],
  [
    'ci',
    orAbsent(
      listOf(
        shaped({
          issuer: isAddress,
          audience: isFilled,
          claims: isClaims,
          org: orAbsent(isFilled),
          hours: orAbsent(isHours),
        }),
      ),
    ),
    'ci: expected a list, each with issuer (https), audience, and claims of which at least one is required',
  ],
  [
    'otlp',
    orAbsent(shaped({ url: isAddress, headers: orAbsent(isTexts) })),
    'otlp: expected url (https), and headers as texts',
  ],
  [
    'central',
    orAbsent(shaped({ variables: orAbsent(listOf(isVariable)), atOnce: orAbsent(isCount) })),
    'central: expected variables as a list of names of variables, and atOnce from 1 to 1000',
  ],
  [
    'objects',
    orAbsent((value) => isFolder(value) || isBucket(value)),
    'objects: expected folder as an absolute path, or endpoint (https), bucket and region',
  ],
];

/** Reads the text of a gateway's file; throws with what is wrong in it. */
export function parseConfig(text: string): GatewayConfig {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected a JSON object');
  const known = CHECKS.map(([name]) => name as string);
  const other = Object.keys(value).find((name) => !known.includes(name));
  if (other !== undefined) throw new Error(`unknown key "${other}": expected ${known.join(', ')}`);
  for (const [name, isRight, expected] of CHECKS)
    if (!isRight((value as Record<string, unknown>)[name])) throw new Error(expected);
  return value;
}

/** Keys and tokens of people are read from there: over TLS, or from this machine. */
function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
}

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
