import type { Report } from '../model/index.ts';
import { isFlag, isNumber, isText, oneOf, shaped } from '../text/value-shape.ts';

/** What a hook said at the gateway, in its own dialect: the parts of a report that its dialect reads. */
export type CentralAnswer = Pick<Report, 'ending' | 'stdout' | 'stderr' | 'isJson' | 'value' | 'wrong'>;

/** `POST /v1/decide`, 200. */
export interface DecideAnswer {
  readonly answer: CentralAnswer;
  /** The version of the policy whose hook was run. */
  readonly version: number;
}

/** `POST /v1/decide` */
export interface DecideRequest {
  readonly org: string;
  readonly hook: string;
  readonly event: object;
  /** The id of the decision and the number of the run in it: asked twice, the same answer is given. */
  readonly idempotency: string;
}

/** An answer with more bytes is none. */
export const MOST_ANSWER_BYTES = 1024 * 1024;
/** So large an event may be as it is sent. */
export const MOST_QUESTION_BYTES = 1024 * 1024;

const orAbsent =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);

const isExit = shaped({ how: oneOf('exited'), code: isNumber });
const isReply = shaped({ how: oneOf('answered') });

const isAnswer = shaped({
  ending: (value) => isExit(value) || isReply(value),
  stdout: isText,
  stderr: isText,
  isJson: orAbsent(isFlag),
  wrong: orAbsent(isText),
});

/** Whether a value is an answer to a question of a machine. */
export const isDecideAnswer = shaped({ answer: isAnswer, version: isNumber });

/** The parts of a report that are sent. */
export function answerOf({ ending, stdout, stderr, isJson, value, wrong }: Report): CentralAnswer {
  return {
    ending,
    stdout,
    stderr,
    ...(isJson === undefined ? {} : { isJson }),
    ...(value === undefined ? {} : { value }),
    ...(wrong === undefined ? {} : { wrong }),
  };
}
