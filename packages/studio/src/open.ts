// What a program needs to open the studio: the rest of the package is loaded when a page needs it.
export type { AskPerson } from './edit/person.ts';
export { readPageFiles } from './http/index.ts';
export { openStudio, type Studio, type StudioOptions } from './studio.ts';
