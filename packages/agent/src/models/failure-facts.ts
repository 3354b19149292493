/** What can be known of an error from a provider's package, whatever its class. */
export interface FailureFacts {
  /** HTTP status of a refusal, also where it came inside a stream; null for all that is none. */
  readonly status: number | null;
  /** The server's name for the kind of error, in lower case. */
  readonly kind: string;
  /** What the server, or else the package, says about it; not yet safe to show. */
  readonly said: string;
  /** The system's code of a broken or refused connection. */
  readonly networkCode: string | null;
  /** True when the server had begun to answer before the error. */
  readonly hasAnswered: boolean;
  /** True when the answer came but was not that of a model. */
  readonly isUnreadable: boolean;
  readonly retryAfterMs: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads by fields rather than by class, so that no provider's package is loaded for it. */
export function readFacts(error: unknown): FailureFacts {
  const outer = fieldsOf(error);
  const inner = errorOf(outer);
  return {
    status: statusOf(outer) ?? statusOf(inner),
    kind: [inner['type'], inner['code'], inner['status']].filter(isText).join(' ').toLowerCase(),
    said: saidBy(outer, inner, error),
    networkCode: networkCodeOf(error),
    hasAnswered: typeof outer['statusCode'] === 'number',
    isUnreadable: isText(outer['name']) && UNREADABLE.test(outer['name']),
    retryAfterMs: retryAfterOf(fieldsOf(outer['responseHeaders'])),
  };
}

const UNREADABLE =
  /^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated|UnsupportedFunctionality)Error$/;

const isText = (value: unknown): value is string => typeof value === 'string';

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(readable(value)) : {};

/** The fields of an Error are not all enumerable. */
const readable = (value: object): readonly (readonly [string, unknown])[] => [
  ...Object.entries(value),
  ...['name', 'message', 'cause', 'errors', 'code'].flatMap((key) =>
    key in value ? [[key, (value as Fields)[key]] as const] : [],
  ),
];

/** The error object that the server sent: in the parsed body, in its text, or the thrown value itself. */
function errorOf(outer: Fields): Fields {
  for (const body of [outer['data'], parse(outer['responseBody'])]) {
    const fields = fieldsOf(body);
    const error = fieldsOf(fields['error'] ?? fieldsOf(fields['response'])['error']);
    if (Object.keys(error).length > 0) return error;
    if (isText(fields['message'])) return fields;
  }
  return outer;
}

function parse(text: unknown): unknown {
  try {
    return isText(text) ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** A connection that broke after a good status has no status of its own. */
function statusOf(fields: Fields): number | null {
  for (const value of [fields['statusCode'], fields['code'], fields['status']]) {
    const status = typeof value === 'number' ? value : isText(value) && /^\d{3}$/.test(value) ? Number(value) : 0;
    if (status >= 400 && status <= 599) return status;
  }
  return null;
}

function saidBy(outer: Fields, inner: Fields, error: unknown): string {
  if (isText(inner['message']) && inner !== outer) return inner['message'];
  const body = outer['responseBody'];
  if (isText(body) && body.trim() !== '') return withoutMarkup(body);
  if (isText(outer['message'])) return outer['message'];
  return isText(error) ? error : JSON.stringify(error);
}

function withoutMarkup(body: string): string {
  if (!body.trimStart().startsWith('<')) return body;
  const title = /<title[^<>]*>([^<]*)/i.exec(body)?.[1]?.trim() ?? '';
  return title === '' ? 'an HTML page' : `an HTML page "${title}"`;
}

const NETWORK_CODE = /^(E[A-Z_]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(SELF_SIGNED|VERIFY|TLS)[A-Z_]*)$/;

function networkCodeOf(error: unknown, depth = 0): string | null {
  const { code, cause, errors } = fieldsOf(error);
  if (isText(code) && NETWORK_CODE.test(code)) return code;
  if (depth >= 8) return null;
  const next = cause ?? (Array.isArray(errors) ? (errors[0] as unknown) : undefined);
  return next === undefined ? null : networkCodeOf(next, depth + 1);
}

function retryAfterOf(headers: Fields): number | null {
  const ms = headers['retry-after-ms'];
  if (isText(ms) && /^\d+(\.\d+)?$/.test(ms)) return Number(ms);
  const after = headers['retry-after'];
  if (!isText(after)) return null;
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const until = Date.parse(after);
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}
