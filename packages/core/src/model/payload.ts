import type { Json } from './json.ts';

/** How a neutral value becomes a native one: a closed set of named conversions. */
export type Conversion =
  /** As it is. */
  | 'same'
  /** A string as it is, anything else as JSON text. */
  | 'text'
  /** A string as a list of parts: `[{"type": "text", "text": …}]`; a list as it is. */
  | 'text-parts'
  /** A string as `{"code": "internal", "message": …, "retryable": false}`; an object as it is. */
  | 'failure-object'
  /** Anything as JSON text. */
  | 'json-text'
  /** An object whose values are texts: a string as it is, anything else as JSON text. */
  | 'text-values'
  /** Whether the neutral event is no failure. */
  | 'is-success'
  /** As `text`, but after a failure the error. */
  | 'output-text'
  /** Milliseconds as seconds. */
  | 'seconds'
  /** The mode without questions under its full name, `bypassPermissions`. */
  | 'bypass-in-full'
  /** An object as it is, anything else as `{"output": …}`. */
  | 'object'
  /** `{"role": "assistant", "content": …}`, or null. */
  | 'assistant-message'
  /** The modes of the field as `auto` or `ask`, else null. */
  | 'auto-or-ask'
  /** ISO 8601 with a zone offset: the event's own if it has one, else now. */
  | 'zoned-time'
  /** ISO 8601 in UTC: the event's own if it is so written, else now. */
  | 'utc-time'
  /** The modes of the field as `default`, `plan`, `auto_edit`, `auto` or `yolo`. */
  | 'approval-mode'
  /** `{"llmContent": …, "returnDisplay": …}`: such an object as it is, the output of a program or of a tool within one. */
  | 'content-and-display'
  /** The same, after a failure with `error: {"message": …}` in it. */
  | 'content-or-error'
  /** `{"resultType": "success", "textResultForLlm": …}` of a text, or of what a program printed; such an object as it is. */
  | 'text-result'
  /** The same with `result_type` and `text_result_for_llm`. */
  | 'text-result-in-snake-case'
  /** Milliseconds since 1970: the event's own time, else now. */
  | 'epoch-ms'
  /** A text as `{"message": …, "name": …, "stack": …}`; an object as it is. */
  | 'error-object'
  /** Whether the neutral event is a failure. */
  | 'is-failure'
  /** The exit code, else 0, or 1 on a failure. */
  | 'exit-code'
  /** A string as it is, of an object what it holds as `stdout` and `stderr`, anything else as JSON text. */
  | 'terminal-text'
  /** Of an object what it holds as `stdout` and `stderr`; anything else as it is. */
  | 'printed-text'
  /** What kind of failure it is: `timeout`, `permission_denied`, else `error`. */
  | 'failure-kind'
  /** A count as it is, true as 1, anything else as 0. */
  | 'count';

/** What is known about an event and its hook without reading a field of the event. */
export type KnownValue =
  | 'native-event'
  | 'neutral-event'
  | 'subject'
  | 'project'
  /** The project as the only item of a list. */
  | 'projects'
  /** The last step of the project's path. */
  | 'project-name'
  /** The login name, else `unknown`. */
  | 'user-name'
  | 'cwd'
  | 'work-dir'
  | 'hook-name'
  | 'hook-folder'
  /** The folder of the file that defines the hook. */
  | 'file-folder'
  | 'plugin-data'
  /** A file of the hook's own in the session, to which it may write. */
  | 'session-file'
  /** The text of the file that the tool reads, cut after a mebibyte; nothing where it cannot be read. */
  | 'file-text'
  /** What the tool's input changes: `[{"old_string": …, "new_string": …}]`. */
  | 'edits'
  | 'non-interactive';

/** The source of a value in a payload, an environment variable or a placeholder. */
export type PayloadValue =
  /** The first of these event fields that has a value. */
  | {
      readonly from: readonly string[];
      readonly as?: Conversion;
      /** A text is cut after so many characters; absent: never. */
      readonly most?: number;
    }
  /** A field of an object in the event. */
  | { readonly in: 'tool_input' | 'mcp_context'; readonly field: string; readonly as?: Conversion }
  | { readonly is: KnownValue }
  | { readonly constant: Json }
  /** An object made of further fields; those without a value are null in it, unless they are left out. */
  | { readonly object: readonly PayloadField[]; readonly missing?: 'left-out' };

/**
 * One named value; `or` is sent when there is none, and without `or` the field is left out. `on`: only on these native
 * events; absent: on all.
 */
export type PayloadField = {
  readonly name: string;
  readonly or?: Json;
  readonly on?: readonly string[];
} & PayloadValue;
