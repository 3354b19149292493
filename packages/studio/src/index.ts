export type * from './api/index.ts';
export { type Demo, openDemo } from './demo/open-demo.ts';
export type { AskPerson, PersonQuestion } from './edit/person.ts';
export { readPageFiles } from './http/index.ts';
export { openStudio, type Studio, type StudioOptions } from './studio.ts';
