export { HttpProblem } from './problem.ts';
export type { EventStream } from './event-stream.ts';
export { listen } from './listen.ts';
export { type PageFiles, readPageFiles } from './page-files.ts';
export { type Call, type Route, special } from './route.ts';
export { createSession, type Session } from './session.ts';
