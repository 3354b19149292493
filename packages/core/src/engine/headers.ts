import type { Handler } from '../model/index.ts';

type HttpHandler = Extract<Handler, { kind: 'http' }>;

/** Request headers with `${NAME}` taken from the environment, as far as the hook may; no value can forge a header. */
export function headersOf(
  handler: HttpHandler,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const allowed = handler.allowedVariables;
  const valueOf = (name: string): string => (allowed === null || allowed.includes(name) ? (env[name] ?? '') : '');
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, text] of Object.entries(handler.headers)) {
    const filled = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_whole, variable: string) => valueOf(variable));
    headers[name.toLowerCase()] = filled.replace(/[\r\n\0]/g, '');
  }
  return headers;
}
