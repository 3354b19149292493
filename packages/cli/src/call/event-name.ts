import { EVENT_NAMES } from '@hookline/core';
import { wrongCall } from './wrong-call.ts';

/** Throws a wrong call unless it is the name of a neutral event. */
export function checkEventName(event: string): void {
  if ((EVENT_NAMES as readonly string[]).includes(event)) return;
  throw wrongCall(`unknown event "${event}"`, { word: event, known: EVENT_NAMES });
}
