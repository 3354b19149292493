import { version } from './version.ts';

const [major = '0', minor = '0'] = version.split('.');

/** Where the schemas of this version are found by editors: the package holds them, and unpkg serves the files of packages. */
export const SCHEMAS = `https://unpkg.com/hookline@${major}.${minor}/schemas/`;
