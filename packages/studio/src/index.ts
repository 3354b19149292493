export type * from './api/index.ts';
export { type Demo, openDemo } from './demo/open-demo.ts';
export type { AskPerson, PersonQuestion } from './edit/person.ts';
export {
  EVERY_ANSWER,
  type EventStream,
  HttpProblem,
  type PageFiles,
  readPageFiles,
  type Route,
  specialOf,
} from './http/index.ts';
export type { RecordLooking } from './serve/first-routes.ts';
export { recordRoutes } from './serve/routes.ts';
export type {
  AnswerTo,
  DecisionSource,
  FoundDecision,
  HistogramAsked,
  ListAsked,
  News,
  QuestionName,
  QuestionOf,
} from './source/decision-source.ts';
