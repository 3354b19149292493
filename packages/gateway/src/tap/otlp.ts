/** Where decisions are also sent to, as logs of OpenTelemetry. */
export interface OtlpTarget {
  /** Of a receiver of OTLP over HTTP; `/v1/logs` is added where it is not there. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One decision as a log. */
export interface TappedDecision {
  readonly org: number;
  readonly machine: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly verdict: 'none' | 'allow' | 'ask' | 'block';
  readonly faults: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Sends copies elsewhere. It may lose some, and counts those; what counts is in the record. */
export interface Tap {
  readonly take: (decisions: readonly TappedDecision[]) => void;
  /** Sends what waits, for a moment. */
  readonly close: () => Promise<void>;
}

export interface TapOptions {
  readonly version: string;
  readonly count: (what: 'tapped' | 'untapped', count: number) => void;
  readonly onProblem: (text: string) => void;
  readonly everyMs?: number;
  /** More than these do not wait: the oldest are dropped. */
  readonly mostWaiting?: number;
}

const [MOST_AT_ONCE, LONGEST_PAUSE_MS] = [500, 300_000];

/** A queue in memory before a receiver of OTLP: it never slows an append down. */
export function createOtlpTap(target: OtlpTarget, options: TapOptions): Tap {
  const { count, everyMs = 2_000, mostWaiting = 10_000 } = options;
  const post = createSender(target, options);
  let waiting: TappedDecision[] = [];
  let pauseMs = everyMs;
  let timer: NodeJS.Timeout | null = null;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      const outcome = await post(batch);
      pauseMs = outcome === 'later' ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : everyMs;
      if (outcome === 'later') return;
      count(outcome === 'sent' ? 'tapped' : 'untapped', batch.length);
      const gone = new Set(batch); // the queue may have lost its oldest meanwhile
      waiting = waiting.filter((each) => !gone.has(each));
    }
  };
  const sendSome = async (): Promise<void> => {
    await flush();
    timer = null;
    if (waiting.length > 0) plan();
  };
  const plan = (): void => {
    timer ??= setTimeout(() => void sendSome(), pauseMs).unref();
  };
  return {
    take: (decisions) => {
      const all = [...waiting, ...decisions];
      waiting = all.slice(-mostWaiting);
      count('untapped', all.length - waiting.length);
      if (waiting.length > 0) plan();
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await flush();
      count('untapped', waiting.length);
    },
  };
}

const TIMEOUT_MS = 10_000;

type Sent = 'sent' | 'refused' | 'later';

/** Posts a batch; never throws. What is wrong is said once, until it is well again. */
function createSender({ url, headers = {} }: OtlpTarget, options: TapOptions): (batch: Batch) => Promise<Sent> {
  const { version, count, onProblem } = options;
  const address = url.endsWith('/v1/logs') ? url : `${url.replace(/\/$/, '')}/v1/logs`;
  let said = '';
  const say = (text: string): void => {
    if (said !== text)
      onProblem(`the tap to ${new URL(address).origin} does not work, and may lose decisions: ${text}`);
    said = text;
  };
  return async (batch) => {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(logsOf(batch, version)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const body: unknown = await answer.json().catch(() => null);
      if (answer.ok) {
        count('untapped', rejectedIn(body));
        said = '';
        return 'sent';
      }
      say(`it answered ${answer.status}`);
      return answer.status === 429 || answer.status >= 500 ? 'later' : 'refused';
    } catch (error) {
      say(String((error as Error).cause ?? error));
      return 'later';
    }
  };
}

type Batch = readonly TappedDecision[];

/** A receiver that takes a part says how many it did not take. */
function rejectedIn(body: unknown): number {
  const { partialSuccess } = (body ?? {}) as { partialSuccess?: { rejectedLogRecords?: string | number } };
  return Number(partialSuccess?.rejectedLogRecords ?? 0) || 0;
}

/** Numbers of severities as OpenTelemetry has them. */
const SEVERITIES = { info: [9, 'INFO'], warn: [13, 'WARN'], error: [17, 'ERROR'] } as const;

function logsOf(batch: Batch, version: string): object {
  return {
    resourceLogs: [...byMachine(batch).values()].map((decisions) => ({
      resource: {
        attributes: attributesOf({
          'service.name': 'hookline',
          'host.id': decisions[0]?.machine,
          'hookline.org': decisions[0]?.org,
        }),
      },
      scopeLogs: [{ scope: { name: 'hookline.gateway', version }, logRecords: decisions.map(logOf) }],
    })),
  };
}

function byMachine(batch: Batch): Map<string, TappedDecision[]> {
  const groups = new Map<string, TappedDecision[]>();
  for (const each of batch) {
    const group = groups.get(each.machine) ?? [];
    group.push(each);
    groups.set(each.machine, group);
  }
  return groups;
}

function logOf({ at, verdict, faults, attributes }: TappedDecision): object {
  const [severityNumber, severityText] = SEVERITIES[faults > 0 ? 'error' : verdict === 'block' ? 'warn' : 'info'];
  return {
    timeUnixNano: nanosOf(at),
    observedTimeUnixNano: nanosOf(Date.now()),
    severityNumber,
    severityText,
    eventName: 'hookline.decision',
    body: { stringValue: verdict === 'none' ? 'pass' : verdict },
    attributes: attributesOf({ 'hookline.verdict': verdict, 'hookline.faults': faults, ...attributes }),
  };
}

const nanosOf = (ms: number): string => `${BigInt(Math.trunc(ms)) * 1_000_000n}`;

const attributesOf = (values: TappedDecision['attributes']): readonly object[] =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]));

const valueOf = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
