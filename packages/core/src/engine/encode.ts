import { isAbsolute, join, relative } from 'node:path';
import type {
  AgentRequest,
  CommandRequest,
  Handler,
  Hook,
  HostAnswer,
  HttpRequest,
  PromptRequest,
  Request,
  RunFrame,
} from '../model/index.ts';
import { allowedAddresses } from '../text/allowed-addresses.ts';
import { encodeCentral, isCentral } from './central.ts';
import { encodeCommand, environmentOf } from './encode-command.ts';
import { encodeMcpTool } from './encode-mcp-tool.ts';
import type { Frame } from './frame.ts';
import { codeEvent, payloadBytes, payloadText, pythonEvent } from './payload.ts';

/** Whether something waits for a hook; a program can make itself a background one where there is a rule for it. */
type Manner = Pick<CommandRequest, 'background' | 'letGo'>;

/** What a handler needs to run the hook: native payload, environment, program; has no side effects. */
export function encode(hook: Hook, frame: Frame, runId: string, manner: Manner): Request {
  const run = { runId, timeoutMs: hook.timeoutMs };
  const { handler } = hook;
  const { project, env } = frame.place;
  if (hook.defect !== null) return { ...run, kind: 'impossible', why: hook.defect };
  if (hook.policy !== undefined && isCentral(hook.policy)) return encodeCentral(hook, hook.policy, frame, runId);
  switch (handler.kind) {
    case 'command':
      return encodeCommand(hook, handler, frame, { ...run, ...manner });
    case 'http':
      if (isInsecure(handler, frame)) return { ...run, kind: 'impossible', why: `${frame.native} takes only https` };
      return {
        ...run,
        ...encodeHttp(limited(withListedNames(handler, frame), hook), env, frame.dialect.headers?.inAddress === true),
        ...networksOf(frame),
        body: payloadBytes(frame),
      };
    case 'python': {
      const own = { env: environmentOf(hook, frame, runId), ...(isStranger(hook, frame) ? INSTALLED_ONLY : {}) };
      return { ...run, kind: 'python', callable: handler.callable, event: pythonEvent(frame), project, ...own };
    }
    case 'module': {
      const path = isAbsolute(handler.path) ? handler.path : join(project, handler.path);
      if (isBelow(project, handler.path) && isStranger(hook, frame))
        return { ...run, kind: 'impossible', why: strange(path) };
      return { ...run, kind: 'module', path, exportName: handler.exportName, event: codeEvent(frame) };
    }
    case 'prompt':
      return encodePrompt(handler, frame, run);
    case 'agent':
      return encodeAgent(handler, frame, run);
    case 'mcp_tool':
      return { ...run, ...encodeMcpTool(handler, frame) };
    case 'text':
      return { kind: 'function', ...run, call: () => (isNewAtTerminal(frame) ? sentAsPrompt(handler.text) : {}) };
    case 'function':
      return { kind: 'function', runId, timeoutMs: hook.timeoutMs, call: () => handler.call(frame.event) };
  }
}

/** Whether the user has lifted the dialect's limits for addresses. */
const isLifted = ({ dialect: { http }, place: { env } }: Frame): boolean =>
  http?.liftedBy !== undefined && env[http.liftedBy] === '1';

const isInsecure = ({ url }: HttpHandler, frame: Frame): boolean =>
  frame.dialect.http?.secureOn?.includes(frame.native) === true && !isLifted(frame) && !/^https:/i.test(url);

const networksOf = (frame: Frame): Pick<HttpRequest, 'privateNetworks'> =>
  frame.dialect.http === undefined || isLifted(frame) ? {} : { privateNetworks: frame.dialect.http.privateNetworks };

/** Whether a session begins at which a person sits. */
const isNewAtTerminal = ({ event, place }: Frame): boolean =>
  (event['non_interactive'] ?? place.nonInteractive) !== true &&
  (event['source'] === 'startup' || event['source'] === 'new');

const sentAsPrompt = (text: string): HostAnswer => ({ extra: { initialUserMessage: text } });

/** Whether a hook of the user runs in an untrusted project; then it imports nothing from that project. */
const isStranger = ({ scope }: Hook, { place }: Frame): boolean =>
  place.isProjectTrusted === false && scope !== 'project' && scope !== 'local';

/** Whether a path that is relative to a folder stays in it; an absolute one was chosen by the user and is accepted. */
const isBelow = (folder: string, path: string): boolean =>
  !isAbsolute(path) && !relative(folder, join(folder, path)).startsWith('..');

const INSTALLED_ONLY = { imports: 'installed' } as const;

const strange = (path: string): string => `${path} lies in the project, which is not trusted; run "hookline trust"`;

/** Where an event is sent and with which headers; `env` is the host's own environment, not the hook's. */
function encodeHttp(
  handler: Extract<Handler, { kind: 'http' }>,
  env: Readonly<Record<string, string | undefined>>,
  fillsAddress: boolean,
): Pick<HttpRequest, 'kind' | 'url' | 'headers' | 'allowedAddresses' | 'secrets'> {
  const secrets = secretsOf(handler, env);
  const allowed = allowedAddresses(env);
  return {
    kind: 'http',
    url: fillsAddress ? filledText(handler.url, handler, env) : handler.url,
    headers: headersOf(handler, env),
    ...(allowed.length === 0 ? {} : { allowedAddresses: allowed }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
  };
}

/** The handler with the dialect's rules for names in its headers applied, so that all of them stand as `${NAME}`. */
function withListedNames(handler: HttpHandler, { dialect: { headers: rules } }: Frame): HttpHandler {
  if (rules === undefined) return handler;
  const headers = rules.bareNames
    ? Object.fromEntries(Object.entries(handler.headers).map(([name, text]) => [name, text.replace(BARE, '${$1}')]))
    : handler.headers;
  const isOpen = rules.secureOnly === true && !/^https:/i.test(handler.url);
  const unlisted = rules.unlisted === 'none' ? [] : null;
  const url = rules.bareNames && rules.inAddress === true ? handler.url.replace(BARE, '${$1}') : handler.url;
  return { ...handler, url, headers, allowedVariables: isOpen ? [] : (handler.allowedVariables ?? unlisted) };
}

const BARE = /\$([A-Za-z_][A-Za-z0-9_]*)/g;

type PromptHandler = Extract<Handler, { kind: 'prompt' }>;
type AgentHandler = Extract<Handler, { kind: 'agent' }>;

/** One question to a model, with the event in it. */
const encodePrompt = (handler: PromptHandler, frame: Frame, run: RunFrame): PromptRequest => ({
  ...run,
  kind: 'prompt',
  prompt: withEventJson(handler.prompt, frame, frame.dialect.model.appendPrompt),
  model: handler.model,
});

/** The task of a sub-agent, with the event in it. */
const encodeAgent = (handler: AgentHandler, frame: Frame, run: RunFrame): AgentRequest => ({
  ...run,
  kind: 'agent',
  prompt: withEventJson(handler.prompt, frame, frame.dialect.model.appendAgent),
  model: handler.model,
  tools: handler.tools,
  maxTurns: handler.maxTurns ?? frame.dialect.model.maxTurns,
});

/** The prompt with the event in it: in place of the placeholders, else after the text. */
function withEventJson(prompt: string, frame: Frame, separator: string | null): string {
  const { placeholders } = frame.dialect.model;
  const json = payloadText(frame);
  if (!placeholders.some((name) => prompt.includes(name)))
    return separator === null ? prompt : `${prompt}${separator}${json}`;
  const pattern = new RegExp(placeholders.map((name) => name.replace('$', '\\$')).join('|'), 'g');
  return prompt.replace(pattern, () => json);
}

type HttpHandler = Extract<Handler, { kind: 'http' }>;

/** With only those names that the user's and administrator's files allow as well. */
function limited(handler: HttpHandler, { headerVariables: limit }: Hook): HttpHandler {
  if (limit === undefined) return handler;
  const names = handler.allowedVariables?.filter((name) => limit.includes(name)) ?? limit;
  return { ...handler, allowedVariables: names };
}

/**
 * Request headers with `${NAME}` taken from the environment where the hook may read it; no value can inject a header.
 */
export function headersOf(
  handler: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, text] of Object.entries(handler.headers)) {
    headers[name.toLowerCase()] = filledText(text, handler, env);
  }
  return headers;
}

/** A text with the values of its variables; none of them can break out of it. */
const filledText = (text: string, handler: HttpHandler, env: Readonly<Record<string, string | undefined>>): string =>
  text.replace(VARIABLE, (_whole, variable: string) => valueOf(variable, handler, env)).replace(FORGING, '');

/** The variables that the headers name, with the values that are sent. */
export function secretsOf(
  handler: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = [handler.url, ...Object.values(handler.headers)].flatMap((text) =>
    [...text.matchAll(VARIABLE)].map(([, name = '']) => name),
  );
  return Object.fromEntries(names.map((name) => [name, valueOf(name, handler, env).replace(FORGING, '')]));
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const FORGING = /[\r\n\0]/g;

function valueOf(
  name: string,
  { allowedVariables }: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return allowedVariables === null || allowedVariables.includes(name) ? (env[name] ?? '') : '';
}
