import type { Json, Request } from '@hookline/core/internal';
import { type Asks, createAsks } from '../edit/asks.ts';
import { proveHook, runCasesOf } from '../edit/checks-of-hooks.ts';
import { runDraft } from '../edit/draft-run.ts';
import { DraftStore, type KeptDraft } from '../edit/draft-store.ts';
import { beginDraft, draftView, saveDraft } from '../edit/drafts.ts';
import type { AskPerson } from '../edit/person.ts';
import { questionOf } from '../edit/questions.ts';
import { Runs } from '../edit/runs.ts';
import { saveCaseOf } from '../edit/save-case.ts';
import { requestWithDraft, type StandIn } from '../edit/stand-in.ts';
import { createTurns } from '../edit/turns.ts';
import { type Call, type Route, special } from '../http/index.ts';
import { projectOf, type StudioPlace } from '../look/project-hooks.ts';
import type { DecisionSource } from '../source/decision-source.ts';
import { findDecision } from './find-decision.ts';
import { askIn, eventsIn, needed, replayIn, textIn } from './bodies.ts';

/** What the routes that run or change something need. */
export interface Editing {
  readonly source: DecisionSource;
  readonly place: StudioPlace;
  readonly state: string;
  /** Null: there is no terminal in which a person could be asked. */
  readonly person: AskPerson | null;
}

/** Routes that run hooks or change files; all but the questions are refused where the studio only looks. */
export function editRoutes({ source, place, state, person }: Editing): EditRoutes {
  const drafts = new DraftStore(state);
  const asks = createAsks(person);
  const inTurn = createTurns();
  const standIn = (draft: KeptDraft): StandIn => ({ ...draft, draft: drafts.pathOf(draft) });
  const runs = new Runs(source, place, (id) => {
    const stand = standIn(drafts.find(id));
    return { adjust: (request: Request) => requestWithDraft(request, stand) };
  });
  const at = (call: Call): StudioPlace => placeIn(call.body['project'], place, source);
  const drafting = { drafts, asks, at, inTurn, source, place, standIn };
  const routes = [
    ...askRoutes(asks, at),
    ...runRoutes(runs),
    ...checkRoutes(inTurn, at),
    {
      method: 'POST',
      path: '/api/decisions/:/case',
      edits: true,
      answer: async ({ parts: [id = ''] }) => saveCaseOf((await findDecision(source, id)).decision, place),
    } satisfies Route,
    ...draftRoutes(drafting),
    ...triedDraftRoutes(drafting),
  ];
  return { routes, close: () => runs.close() };
}

export interface EditRoutes {
  readonly routes: readonly Route[];
  readonly close: () => Promise<void>;
}

type At = (call: Call) => StudioPlace;
type InTurn = ReturnType<typeof createTurns>;

const placeIn = (project: Json | undefined, place: StudioPlace, source: DecisionSource): StudioPlace => ({
  ...place,
  project: projectOf(typeof project === 'string' ? project : null, place, source),
});

const askRoutes = (asks: Asks, at: At): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/ask',
    answer: async (call) => asks.put(await questionOf(askIn(call.body, at(call).project), at(call))),
  },
  { method: 'GET', path: '/api/asks/:', answer: ({ parts: [id = ''] }) => asks.state(id) },
];

const runRoutes = (runs: Runs): readonly Route[] => [
  { method: 'POST', path: '/api/replay', edits: true, answer: ({ body }) => runs.start(replayIn(body)) },
  {
    method: 'GET',
    path: '/api/runs/:',
    edits: true,
    answer: ({ parts: [id = ''] }) => {
      const known = runs.known(id);
      return special({ kind: 'stream', run: (stream) => runs.listen(known, stream) });
    },
  },
  {
    method: 'GET',
    path: '/api/runs/:/flips/:',
    edits: true,
    answer: ({ parts: [id = '', flip = ''] }) => runs.flip(id, flip),
  },
  {
    method: 'DELETE',
    path: '/api/runs/:',
    edits: true,
    answer: async ({ parts: [id = ''] }) => (await runs.cancel(id), {}),
  },
];

const checkRoutes = (inTurn: InTurn, at: At): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/tests/run',
    edits: true,
    answer: (call) => inTurn(() => runCasesOf(at(call), textIn(call.body, 'hook'), call.gone)),
  },
  {
    method: 'POST',
    path: '/api/prove',
    edits: true,
    answer: (call) => inTurn(() => proveHook(at(call), needed(call.body, 'hook'), call.gone)),
  },
];

interface Drafting {
  readonly drafts: DraftStore;
  readonly asks: Asks;
  readonly at: At;
  readonly inTurn: InTurn;
  readonly source: DecisionSource;
  readonly place: StudioPlace;
  readonly standIn: (draft: KeptDraft) => StandIn;
}

function draftRoutes({ drafts, at }: Drafting): readonly Route[] {
  const of = ({ parts: [id = ''] }: Call): KeptDraft => drafts.find(id);
  return [
    {
      method: 'GET',
      path: '/api/drafts',
      edits: true,
      answer: () => ({ drafts: drafts.list().map((draft) => draftView(draft, drafts)) }),
    },
    {
      method: 'POST',
      path: '/api/drafts',
      edits: true,
      answer: (call) => beginDraft(needed(call.body, 'hook'), at(call), drafts),
    },
    {
      method: 'PUT',
      path: '/api/drafts/:',
      edits: true,
      answer: (call) => {
        drafts.write(of(call), needed(call.body, 'text'));
        return draftView(of(call), drafts);
      },
    },
    { method: 'DELETE', path: '/api/drafts/:', edits: true, answer: (call) => (drafts.remove(of(call)), {}) },
  ];
}

function triedDraftRoutes({ drafts, asks, inTurn, source, place, standIn }: Drafting): readonly Route[] {
  const of = ({ parts: [id = ''] }: Call): KeptDraft => drafts.find(id);
  const here = (draft: KeptDraft): StudioPlace => placeIn(draft.project, place, source);
  return [
    {
      method: 'POST',
      path: '/api/drafts/:/run',
      edits: true,
      answer: (call) => {
        const draft = of(call);
        const trial = { hook: draft.hook, standIn: standIn(draft), asked: eventsIn(call.body) };
        return inTurn(() => runDraft(trial, source, here(draft), call.gone));
      },
    },
    {
      method: 'POST',
      path: '/api/drafts/:/save',
      edits: true,
      answer: (call) => saveDraft(of(call), drafts, here(of(call)), (asked) => asks.put(asked).ask),
    },
  ];
}
