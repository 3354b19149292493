import { readFacts, type FailureFacts } from './failure-facts.ts';
import { ModelFailure, type ModelErrorType } from '../contract/model.ts';
import { PROVIDERS, type Endpoint } from './providers.ts';
import { showServerText } from './server-text.ts';

/** A ModelFailure that also knows whether a retry makes sense. */
export class ProviderFailure extends ModelFailure {
  /** null: it would fail again; `afterMs` is null when the server did not say how long to wait. */
  readonly retry: { readonly afterMs: number | null } | null;

  constructor(errorType: ModelErrorType, message: string, retry: ProviderFailure['retry']) {
    super(errorType, message);
    this.retry = retry;
  }
}

/** The server said nothing for too long. */
export class Silence extends Error {
  readonly idleMs: number;

  constructor(idleMs: number) {
    super(`silent for ${idleMs} ms`);
    this.name = 'Silence';
    this.idleMs = idleMs;
  }
}

/**
 * Says in one line what a provider did wrong and what to do. A reply that breaks off, stays silent or cannot be read
 * is the server's error; `unknown` is left for what has neither a status, a connection code nor a kind.
 */
export function classifyFailure(error: unknown, endpoint: Endpoint): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof Silence) return silentReply(error, endpoint);
  const facts = readFacts(error);
  if (facts.status !== null) return refused(facts, facts.status, endpoint);
  if (facts.networkCode !== null) return unreachable(facts, facts.networkCode, endpoint);
  if (facts.isUnreadable) return unreadable(facts, endpoint);
  return failedInStream(facts, endpoint);
}

/** For a stream that ended without the server having said that the reply is complete. */
export function unfinishedReply(endpoint: Endpoint, hasSpoken: boolean): ProviderFailure {
  const advice = hasSpoken ? 'try again' : asksForApi(endpoint);
  return new ProviderFailure(
    'server_error',
    line(endpoint, 'ended its reply before it was complete', '', advice),
    null,
  );
}

const silentReply = ({ idleMs }: Silence, endpoint: Endpoint): ProviderFailure => {
  const advice = `is the server at ${endpoint.url} overloaded? HOOKLINE_MODEL_IDLE_MS sets how long to wait`;
  return new ProviderFailure('server_error', line(endpoint, `said nothing for ${idleMs} ms`, '', advice), null);
};

function refused(facts: FailureFacts, status: number, endpoint: Endpoint): ProviderFailure {
  const errorType = typeOfStatus(status, facts);
  const isPassing = errorType === 'rate_limit' || errorType === 'server_error';
  const advice = status === 404 ? asksForModel(endpoint) : adviceFor(errorType, facts, endpoint);
  const message = line(endpoint, `answered ${status}`, facts.said, advice);
  return new ProviderFailure(errorType, message, isPassing ? { afterMs: facts.retryAfterMs } : null);
}

function typeOfStatus(status: number, facts: FailureFacts): ModelErrorType {
  if (status >= 500 || status === 408) return 'server_error';
  if (status === 402 || isAboutMoney(facts)) return 'billing_error';
  if (status === 429) return 'rate_limit';
  return status === 401 || status === 403 ? 'authentication_failed' : 'invalid_request';
}

/** A message on rate limits often ends with a link to the billing page: neither links nor known rate limits count. */
function isAboutMoney({ status, kind, said }: FailureFacts): boolean {
  if (status !== null && ![400, 401, 403, 429].includes(status)) return false;
  if (/rate_?limit/.test(kind)) return false;
  return MONEY.test(kind) || MONEY_WORDS.test(said.replace(/https?:\/\/\S+/g, ''));
}

const MONEY = /quota|billing|credit|payment/;
const MONEY_WORDS = /\b(quota|billing|credits?)\b/i;

function unreachable(facts: FailureFacts, code: string, endpoint: Endpoint): ProviderFailure {
  const isPassing = PASSING_CODES.has(code) || code.startsWith('UND_ERR_');
  const what = facts.hasAnswered ? 'broke off its reply' : 'could not be reached';
  const advice = NO_HOST_CODES.has(code)
    ? `is the host name in ${endpoint.url} right, and is there a network?`
    : `is the server at ${endpoint.url} running?`;
  const message = line(endpoint, what, isPassing ? code : `${code}: ${facts.said}`, advice);
  return new ProviderFailure('server_error', message, isPassing ? { afterMs: null } : null);
}

const NO_HOST_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN']);

const PASSING_CODES = new Set([
  ...NO_HOST_CODES,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const unreadable = (facts: FailureFacts, endpoint: Endpoint): ProviderFailure => {
  const message = line(endpoint, 'sent a reply that cannot be read', facts.said, asksForApi(endpoint));
  return new ProviderFailure('server_error', message, null);
};

/** Errors inside a stream have no status, but mostly a kind. */
function failedInStream(facts: FailureFacts, endpoint: Endpoint): ProviderFailure {
  const errorType = isAboutMoney(facts)
    ? 'billing_error'
    : (KINDS.find(([pattern]) => pattern.test(facts.kind))?.[1] ?? 'unknown');
  const isPassing = errorType === 'rate_limit' || errorType === 'server_error';
  const message = line(endpoint, 'failed', facts.said, adviceFor(errorType, facts, endpoint));
  return new ProviderFailure(errorType, message, isPassing ? { afterMs: facts.retryAfterMs } : null);
}

const KINDS: readonly (readonly [RegExp, ModelErrorType])[] = [
  [/rate_?limit|too_many/, 'rate_limit'],
  [/authentication|permission|unauthorized|forbidden/, 'authentication_failed'],
  [/overload|server_error|api_error|internal|timeout|unavailable/, 'server_error'],
  [/invalid|not_found|bad_request|context_length/, 'invalid_request'],
];

function adviceFor(errorType: ModelErrorType, facts: FailureFacts, endpoint: Endpoint): string {
  switch (errorType) {
    case 'rate_limit':
      return facts.retryAfterMs === null
        ? 'wait a little and try again'
        : `try again in ${Math.ceil(facts.retryAfterMs / 1000)} s`;
    case 'authentication_failed':
      return `${endpoint.key === null ? 'set' : 'check'} ${endpoint.keyVariable}`;
    case 'billing_error':
      return `check the credit of the account behind ${endpoint.keyVariable}`;
    case 'invalid_request':
    case 'max_output_tokens':
      return /context|too (long|large)|maximum/i.test(`${facts.kind} ${facts.said}`)
        ? 'shorten the conversation'
        : `check that ${endpoint.name} takes such requests`;
    case 'server_error':
    case 'unknown':
      return 'try again later';
  }
}

const asksForModel = ({ name, url }: Endpoint): string => `is ${name} a model of ${url}, and is that the right URL?`;

const asksForApi = ({ provider, url }: Endpoint): string => `does ${url} speak ${PROVIDERS[provider].api}?`;

function line(endpoint: Endpoint, what: string, said: string, advice: string): string {
  const quoted = showServerText(said, endpoint.key);
  return `${endpoint.provider}/${endpoint.name} ${what}${quoted === '' ? '' : `: ${quoted}`}; ${advice}`;
}
