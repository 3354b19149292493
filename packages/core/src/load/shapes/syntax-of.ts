import type { Location } from '../../model/index.ts';
import type { FoundFile } from '../discover.ts';
import type { Syntax } from '../document.ts';
import { JSON_SYNTAX, JSONC_SYNTAX } from '../json-document.ts';
import { TOML_SYNTAX } from '../toml-document.ts';
import { HOOKS_IN_FRONT_MATTER } from './front-matter.ts';

/** How a file is written; JSON, where its location says nothing else. */
export const syntaxOf = ({ format }: FoundFile): Syntax => SYNTAX[format ?? 'json'];

const SYNTAX: Readonly<Record<'json' | NonNullable<Location['format']>, Syntax>> = {
  json: JSON_SYNTAX,
  'front-matter': HOOKS_IN_FRONT_MATTER,
  toml: TOML_SYNTAX,
  'json-with-comments': JSONC_SYNTAX,
};
