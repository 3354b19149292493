import type { SecretShape } from './shape.ts';

/** A service whose tokens have no prefix: they are recognized by its name before them. */
interface Vendor {
  readonly name: string;
  /** The characters of a value. */
  readonly of: keyof typeof CHARACTERS;
  readonly lengths: readonly (number | readonly [number, number])[];
}

const CHARACTERS = {
  letters: '[A-Za-z0-9]',
  wide: '[A-Za-z0-9=_-]',
  hex: '[0-9a-fA-F]',
  base64: '[A-Za-z0-9/=_+-]',
} as const;
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

const VENDORS: readonly Vendor[] = [
  { name: 'adafruit', of: 'wide', lengths: [32] },
  { name: 'adobe', of: 'hex', lengths: [32] },
  { name: 'airtable', of: 'letters', lengths: [17] },
  { name: 'algolia', of: 'letters', lengths: [32] },
  { name: 'alibaba|aliyun', of: 'letters', lengths: [30] },
  { name: 'asana', of: 'letters', lengths: [32] },
  { name: 'atlassian|confluence|jira', of: 'letters', lengths: [24] },
  { name: 'bitbucket', of: 'wide', lengths: [32, 64] },
  { name: 'bittrex', of: 'letters', lengths: [32] },
  { name: 'meraki', of: 'hex', lengths: [40] },
  { name: 'cloudflare|cf_api', of: 'wide', lengths: [37, 40] },
  { name: 'codecov', of: 'letters', lengths: [32] },
  { name: 'cohere|co_api_key', of: 'letters', lengths: [40] },
  { name: 'coinbase', of: 'wide', lengths: [64] },
  { name: 'confluent', of: 'letters', lengths: [16, 64] },
  { name: 'contentful', of: 'wide', lengths: [43] },
  { name: 'datadog|dd_api|dd_app', of: 'letters', lengths: [32, 40] },
  { name: 'discord', of: 'wide', lengths: [32, 64] },
  { name: 'drone_?ci', of: 'letters', lengths: [32] },
  { name: 'dropbox', of: 'letters', lengths: [15] },
  { name: 'etsy', of: 'letters', lengths: [24] },
  { name: 'facebook', of: 'hex', lengths: [32] },
  { name: 'fastly', of: 'wide', lengths: [32] },
  { name: 'finicity', of: 'letters', lengths: [20, 32] },
  { name: 'finnhub', of: 'letters', lengths: [20] },
  { name: 'flickr', of: 'letters', lengths: [32] },
  { name: 'freshbooks', of: 'letters', lengths: [64] },
  { name: 'gitter', of: 'wide', lengths: [40] },
  { name: 'intercom', of: 'wide', lengths: [60] },
  { name: 'jfrog|artifactory|bintray|xray', of: 'letters', lengths: [64, 73] },
  { name: 'kraken', of: 'base64', lengths: [[80, 90]] },
  { name: 'kucoin', of: 'hex', lengths: [24] },
  { name: 'launchdarkly', of: 'wide', lengths: [40] },
  { name: 'linear', of: 'hex', lengths: [32] },
  { name: 'linked[_-]?in', of: 'letters', lengths: [14, 16] },
  { name: 'looker', of: 'letters', lengths: [20, 24] },
  { name: 'mattermost', of: 'letters', lengths: [26] },
  { name: 'message[_-]?bird', of: 'letters', lengths: [25] },
  { name: 'netlify', of: 'wide', lengths: [[40, 46]] },
  { name: 'new[_-]?relic', of: 'letters', lengths: [64] },
  { name: 'nytimes|new-york-times|newyorktimes', of: 'wide', lengths: [32] },
  { name: 'plaid', of: 'letters', lengths: [24, 30] },
  { name: 'private[_-]?ai', of: 'letters', lengths: [32] },
  { name: 'rapidapi', of: 'wide', lengths: [50] },
  { name: 'sendbird', of: 'hex', lengths: [40] },
  { name: 'sentry', of: 'hex', lengths: [64] },
  { name: 'sonar[_.-]?(?:login|token)', of: 'wide', lengths: [40] },
  { name: 'sumo', of: 'letters', lengths: [64] },
  { name: 'travis', of: 'letters', lengths: [22] },
  { name: 'twitch', of: 'letters', lengths: [30] },
  { name: 'twitter', of: 'letters', lengths: [25, 45, 50] },
  { name: 'vercel', of: 'letters', lengths: [24] },
  { name: 'zendesk', of: 'letters', lengths: [40] },
];

/** Services whose keys are UUIDs. */
const UUID_VENDORS =
  'heroku|hubspot|kucoin|message[_-]?bird|sendbird|snyk[_.-]?(?:(?:api|oauth)[_.-]?)?(?:key|token)|squarespace|honeybadger|rollbar|postmark';

const BETWEEN = String.raw`[ \t\w.-]{0,20}["'\s]{0,3}(?:=|>|:{1,3}=?|\|\||=>|\?=|,)[\x60'"\s=]{0,5}`;
const END = String.raw`(?![\w-])`;

/** Values after the name of a service, in the form of its tokens. */
export const VENDOR_SHAPES: readonly SecretShape[] = [
  ...VENDORS.map(({ name, of, lengths }) => ({
    id: 'service-token',
    about: 'a token of a service',
    pattern: new RegExp(`(?:${name})${BETWEEN}(${valueOf(CHARACTERS[of], lengths)})${END}`, 'gi'),
    drawn: true as const,
  })),
  {
    id: 'service-token',
    about: 'a token of a service',
    pattern: new RegExp(`(?:${UUID_VENDORS})${BETWEEN}(${UUID})${END}`, 'gi'),
  },
];

function valueOf(characters: string, lengths: Vendor['lengths']): string {
  // The longer first, so that a long value is not matched as the beginning of a short one.
  const counts = lengths
    .map((length) => (typeof length === 'number' ? `{${length}}` : `{${length.join(',')}}`))
    .reverse();
  return counts.map((count) => `${characters}${count}${END}`).join('|');
}
