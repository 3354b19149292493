import type { Handler } from '../model/index.ts';

type HttpHandler = Extract<Handler, { kind: 'http' }>;

/** Request headers with `${NAME}` taken from the environment, as far as the hook may; no value can forge a header. */
export function headersOf(
  handler: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, text] of Object.entries(handler.headers)) {
    const filled = text.replace(VARIABLE, (_whole, variable: string) => valueOf(variable, handler, env));
    headers[name.toLowerCase()] = filled.replace(FORGING, '');
  }
  return headers;
}

/** The variables that the headers name, with the values that are sent. */
export function secretsOf(
  handler: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = Object.values(handler.headers).flatMap((text) =>
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
