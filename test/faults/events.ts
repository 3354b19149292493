import { join } from 'node:path';
import type { AnyEvent } from '../../packages/core/src/model/index.ts';
import { readTimeline } from '../../packages/core/src/record/read-timeline.ts';
import type { RecordedDecision } from '../../packages/core/src/record/timeline.ts';
import type { Stage } from './dialect.ts';
import type { Site } from './site.ts';

/** What the record says about the event of a stage. */
export const recordedOf = (site: Site, stage: Stage): readonly RecordedDecision[] =>
  readTimeline(join(site.root, 'record')).filter(({ session }) => session === sessionOf(site, stage));

const sessionOf = ({ marker }: Site, { native }: Pick<Stage, 'native'>): string => `${marker}-${native}`;

/** The event of a stage, with all that the row adds to it. */
export const stageEvent = (site: Site, stage: Stage): AnyEvent => ({
  ...eventOf(site, stage, site.work),
  ...site.row.fields,
});

/** The event that must still work after the fault. */
export const nextEvent = (site: Site): AnyEvent => eventOf(site, site.dialect.next, site.project);

function eventOf(site: Site, stage: Pick<Stage, 'event' | 'native' | 'fields'>, cwd: string): AnyEvent {
  return { hook_event_name: stage.event, session_id: sessionOf(site, stage), cwd, ...stage.fields };
}
