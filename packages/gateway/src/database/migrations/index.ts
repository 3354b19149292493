import { RECORD_TABLES } from './0001-record.ts';
import { APPEND_FUNCTION } from './0002-append.ts';
import { ISOLATION } from './0003-isolation.ts';
import { VIEWS } from './0004-views.ts';
import { POLICY_TABLES } from './0005-policy.ts';
import { PEOPLE } from './0006-people.ts';
import { CENTRAL } from './0007-central.ts';
import { FASTER_APPEND } from './0008-append.ts';
import { AUDIT } from './0009-audit.ts';
import { RETENTION } from './0010-retention.ts';
import { SIGNED_TAIL } from './0011-signed-tail.ts';
import { MACHINE_CLOCK } from './0012-machine-clock.ts';
import { DAILY_CHECKPOINT } from './0013-daily-checkpoint.ts';
import { POLICY_NOTES } from './0014-policy-notes.ts';
import { OBJECTS } from './0015-objects.ts';
import { POLICY_GONE } from './0016-policy-gone.ts';

/** One step of the database's shape; a step that was released never changes. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** In the order in which they are carried out. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'record', sql: RECORD_TABLES },
  { number: 2, name: 'append', sql: APPEND_FUNCTION },
  { number: 3, name: 'isolation', sql: ISOLATION },
  { number: 4, name: 'views', sql: VIEWS },
  { number: 5, name: 'policy', sql: POLICY_TABLES },
  { number: 6, name: 'people', sql: PEOPLE },
  { number: 7, name: 'central', sql: CENTRAL },
  { number: 8, name: 'faster append', sql: FASTER_APPEND },
  { number: 9, name: 'audit', sql: AUDIT },
  { number: 10, name: 'retention', sql: RETENTION },
  { number: 11, name: 'signed tail', sql: SIGNED_TAIL },
  { number: 12, name: 'machine clock', sql: MACHINE_CLOCK },
  { number: 13, name: 'daily checkpoint', sql: DAILY_CHECKPOINT },
  { number: 14, name: 'policy notes', sql: POLICY_NOTES },
  { number: 15, name: 'objects', sql: OBJECTS },
  { number: 16, name: 'policy gone', sql: POLICY_GONE },
];
