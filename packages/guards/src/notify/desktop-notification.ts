import type { AnyEvent } from '@hookline/core/internal';
import { type Guard, listOf, NOTHING } from '../guard/guard.ts';

/** Shows on the desktop that the agent waits for the user or has finished. */
export const desktopNotification: Guard = {
  name: 'desktop-notification',
  about: 'Shows a notification on the desktop, or rings the bell, when the agent waits for you or has finished.',
  listens: [
    { event: 'Notification', tools: null },
    { event: 'Stop', tools: null },
  ],
  options: [
    { name: 'events', default: 'Notification,Stop', about: 'Which events are shown.' },
    { name: 'title', default: 'Agent', about: 'Title of the notification.' },
  ],
  rewrites: false,
  onFailure: 'let-pass',
  seconds: () => 10,
  judge: async (event, options, world) => {
    if (!listOf(options, 'events').includes(event.hook_event_name)) return NOTHING;
    await world.notify(options['title'] ?? 'Agent', textOf(event));
    return NOTHING;
  },
};

function textOf({ hook_event_name, title, message }: AnyEvent): string {
  if (hook_event_name === 'Stop') return 'has finished';
  const texts = [title, message].filter((text) => typeof text === 'string');
  return texts.find((text) => text !== '')?.slice(0, LONGEST) ?? 'waits for you';
}

const LONGEST = 300;
