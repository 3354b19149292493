import { errorCode } from '../../process/errno.ts';
import { RefusedAddressError } from './refused-address.ts';

/** Why there was no answer; the text contains no header, path or query of the request. */
export function whyUnavailable(error: unknown, url: URL): string {
  const refused = refusalIn(error);
  if (refused !== null) return refusalOf(url, refused.address);
  const code = codeOf(error);
  const cause = CAUSES.find(([codes]) => codes.test(code))?.[1] ?? 'no answer came';
  return `${url.host}: ${cause}${code === '' ? '' : ` (${code})`}`;
}

/** Reports that nothing was sent, and why. */
function refusalOf(url: URL, address: string): string {
  return `${url.host} is refused: ${address} is a link-local or metadata address, from which credentials could be read`;
}

const CAUSES: readonly (readonly [codes: RegExp, cause: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA)$/, 'the name cannot be resolved'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_\w+)$/, 'the connection was closed before the answer was complete'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'it cannot be reached'],
  [/CERT|TLS|SSL|^EPROTO$|SIGNATURE|ISSUER/, 'no secure connection could be made'],
  [/OVERFLOW/, 'the headers of its answer are too long'],
  [/^HPE_|^HTTPParserError$/, 'it does not speak HTTP'],
  [/^UND_ERR_INVALID_ARG$/, 'the request cannot be written: check the names and values of its headers'],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = errorCode(error) || errorCode(error.cause);
  return code === '' && error.name !== 'Error' ? error.name : code; // the parser's own errors may have no code
}

function refusalIn(error: unknown): RefusedAddressError | null {
  if (error instanceof RefusedAddressError) return error;
  if (error instanceof AggregateError) return error.errors.map(refusalIn).find((found) => found !== null) ?? null;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}
