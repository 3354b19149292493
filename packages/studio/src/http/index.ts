export { HttpProblem } from './problem.ts';
export type { EventStream } from './event-stream.ts';
export { EVERY_ANSWER } from './headers.ts';
export { listen } from './listen.ts';
export { type PageFiles, readPageFiles } from './page-files.ts';
export { type Call, type Route, special, specialOf } from './route.ts';
export { createSession, type Session } from './session.ts';
