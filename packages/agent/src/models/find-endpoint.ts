import { didYouMean } from '@hookline/core/internal';
import { UsageProblem } from '../contract/model.ts';
import { isProviderId, PROVIDERS, type Endpoint, type Environment, type ProviderId } from './providers.ts';

/** Where the model `PROVIDER/NAME` is asked and with which key; throws a UsageProblem for whatever is missing. */
export function findEndpoint(spec: string, baseUrl: string | undefined, env: Environment): Endpoint {
  const { provider, name } = splitSpec(spec);
  return { provider, name, url: urlOf(provider, baseUrl, env), ...keyOf(provider, env) };
}

/** Names that a model can begin with. */
const KNOWN = [...Object.keys(PROVIDERS), 'scripted'];

function splitSpec(spec: string): { readonly provider: ProviderId; readonly name: string } {
  const slash = spec.indexOf('/');
  const provider = slash === -1 ? spec : spec.slice(0, slash);
  const name = slash === -1 ? '' : spec.slice(slash + 1).trim();
  if (provider === 'scripted')
    throw new UsageProblem('the model "scripted" takes no name: pass --script FILE beside it');
  if (!isProviderId(provider)) throw new UsageProblem(describeUnknown(spec, provider));
  if (name === '') throw new UsageProblem(`the model ${quote(spec)} lacks a name: write ${provider}/NAME`);
  return { provider, name };
}

function describeUnknown(spec: string, provider: string): string {
  const known = `known are ${KNOWN.join(', ')}`;
  const meant = didYouMean(provider, KNOWN);
  const guess = meant === null ? '' : `; did you mean ${quote(meant)}?`;
  if (!spec.includes('/')) return `the model ${quote(spec)} names no provider: write PROVIDER/NAME (${known})${guess}`;
  return `unknown model provider ${quote(provider)} in ${quote(spec)} (${known})${guess}`;
}

const quote = (text: string): string => JSON.stringify(text);

function urlOf(provider: ProviderId, baseUrl: string | undefined, env: Environment): string {
  const { urlVariable, defaultUrl } = PROVIDERS[provider];
  if (baseUrl !== undefined) return checkUrl('--base-url', baseUrl);
  const fromEnv = env[urlVariable]?.trim() ?? '';
  if (fromEnv !== '') return checkUrl(urlVariable, fromEnv);
  if (defaultUrl !== null) return defaultUrl;
  throw new UsageProblem(`${provider} needs the URL of its server: pass --base-url http://HOST:PORT/v1`);
}

function checkUrl(source: string, text: string): string {
  if (!URL.canParse(text))
    throw new UsageProblem(`${source} ${quote(text)} is not a URL: write it as http://HOST:PORT/v1`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageProblem(`${source} must begin with http:// or https://, not with ${quote(url.protocol)}`);
  if (url.username !== '' || url.password !== '')
    throw new UsageProblem(`${source} must hold no user name or password: pass a key in the provider's variable`);
  if (url.search !== '' || url.hash !== '')
    throw new UsageProblem(`${source} must end with its path, such as /v1: leave out what follows "?" or "#"`);
  return url.href.replace(/\/+$/, '');
}

function keyOf(provider: ProviderId, env: Environment): Pick<Endpoint, 'key' | 'keyVariable'> {
  const { keyVariables, needsKey } = PROVIDERS[provider];
  for (const keyVariable of keyVariables) {
    const key = env[keyVariable]?.trim() ?? '';
    if (key !== '') return { key: checkKey(keyVariable, key), keyVariable };
  }
  const keyVariable = keyVariables[0];
  if (needsKey) throw new UsageProblem(`no key for ${provider}: set ${keyVariable}`);
  return { key: null, keyVariable };
}

/** A header cannot carry it, and the error would show far from its cause. */
function checkKey(variable: string, key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageProblem(
    `${variable} holds a character that no key has, such as a space or a dash: copy the key again`,
  );
}
