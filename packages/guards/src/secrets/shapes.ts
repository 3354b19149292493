import type { SecretShape } from './shape.ts';
import { CLOUD_SHAPES } from './shapes/clouds.ts';
import { CODE_HOST_SHAPES } from './shapes/code-hosts.ts';
import { COMMAND_SHAPES } from './shapes/commands.ts';
import { FORM_SHAPES } from './shapes/forms.ts';
import { SERVICE_SHAPES } from './shapes/services.ts';
import { VENDOR_SHAPES } from './vendors.ts';

/** Every shape of secrets, in the order in which they are tried. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  ...FORM_SHAPES,
  ...CLOUD_SHAPES,
  ...CODE_HOST_SHAPES,
  ...SERVICE_SHAPES,
  ...COMMAND_SHAPES,
  ...VENDOR_SHAPES,
  {
    id: 'random-token',
    about: 'a long random value',
    // A whole word, not part of a path or an address, and never only hexadecimal: those are usually digests.
    pattern:
      /(?<![\w./+@#%&?$~-])(?!(?:bafy|bafk|bc1|tb1|addr1|npub1|cosmos1|0x))[a-z0-9](?:[a-z0-9]|[_=-](?=[a-z0-9=_-])){28,90}[a-z0-9=](?![\w./+@-])/g,
    drawn: true,
  },
];
