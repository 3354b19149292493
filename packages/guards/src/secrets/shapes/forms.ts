import type { SecretShape } from '../shape.ts';

/** Keys and passwords in files, headers and addresses. */
export const FORM_SHAPES: readonly SecretShape[] = [
  {
    id: 'private-key',
    about: 'a private key',
    certain: true,
    pattern:
      // A first line that is only spoken of has no key behind it, and must not reach to the end of one further down.
      /-----BEGIN (?:[A-Z0-9_-]+ ){0,6}PRIVATE KEY(?: BLOCK)?-----(?=(?:\\[nr]|[\s"'`+,.;:|>*#/\\()-]){0,60}(?:[A-Za-z0-9+/=]{20}|Proc-Type|Version|Comment|Key-))(?:(?!-----BEGIN )[\s\S]){20,}?(?:-----END (?:[A-Z0-9_-]+ ){0,6}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    id: 'private-key',
    about: 'a private key',
    certain: true,
    pattern: /\bPrivate-Lines:\s*\d+\s+([A-Za-z0-9+/=\s]{20,})/g,
  },
  { id: 'age-key', about: 'an age key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  {
    id: 'json-web-token',
    about: 'a JSON web token',
    pattern: /\beyJ?[\w-]{10,800}\.eyJ?[\w/\\-]{10,8000}\.(?:[\w/\\-]{10,2000}={0,2})?/g,
  },
  { id: 'json-web-token', about: 'a JSON web token', pattern: /\bZXlK[A-Za-z0-9/\\_+\r\n-]{46,2000}={0,2}/g },
  {
    id: 'url-password',
    about: 'a password in an address',
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/'"]{0,64}:([^\s:@/'"]{6,128})@[\w.-]+/gi,
  },
  {
    id: 'basic-credentials',
    about: 'a password in a header',
    pattern: /\bAuthorization["']?\s*[:=,]\s*["']?Basic\s+([A-Za-z0-9+/]{8,}={0,3})/gi,
    words: ['authorization'],
  },
  {
    id: 'header-token',
    about: 'a token in a header',
    pattern:
      /\bAuthorization["']?\s*[:=,]\s*["']?(?:(?:Bearer|(?:Api-?)?Token|ApiKey|Key|SSWS|OAuth|GenieKey)[\s=]+)?["']?((?=[\w.~+/@=-]*\d)[\w.~+/@=-]{12,})/gi,
    words: ['authorization'],
  },
  {
    id: 'header-token',
    about: 'a token in a header',
    pattern:
      /\b(?:X-(?:[A-Za-z]+-){0,3}(?:Key|Token|Secret)|Api-?Key|Private-Token|Auth-?Token)\s*:\s*["']?((?=[\w.~+/@=-]*\d)[\w.~+/@=-]{8,})/gi,
    words: ['x-', 'api', 'token'],
  },
  {
    id: 'password-hash',
    about: 'the hash of a password',
    certain: true,
    pattern: /\$(?:apr1|1|5|6|2[aby]|y)\$[\w./$=,]{20,100}|\{SSHA\}[A-Za-z0-9+/=]{28,}/g,
  },
  {
    id: 'kubernetes-secret',
    about: 'a value of a Kubernetes secret',
    pattern:
      /\bkind:\s*["']?Secret\b[\s\S]{0,300}?\bdata:\s{1,20}[\w.-]{1,60}:\s{0,4}["']?([A-Za-z0-9+/]{10,}={0,3})/gi,
    words: ['kind:'],
  },
  {
    id: 'kubernetes-secret',
    about: 'a value of a Kubernetes secret',
    pattern: /\bdata:\s+[\w.-]+:\s*["']?([A-Za-z0-9+/]{10,}={0,3})["']?\s[\s\S]{0,200}?\bkind:\s*["']?Secret\b/gi,
    words: ['kind:'],
  },
  {
    id: 'nuget-password',
    about: 'a password of a package source',
    pattern: /<add\s+key="(?:ClearText)?Password"\s+value="([^"]{8,})"/gi,
    words: ['password'],
  },
  {
    id: 'sidekiq-credentials',
    about: 'credentials of a package source',
    pattern: /CONTRIBSYS__COM["']?\s{0,4}(?:[=:>,|?]{1,3})[\s"'\x60=]{0,5}([0-9a-f]{8}:[0-9a-f]{8})/gi,
    words: ['contribsys'],
  },
];
