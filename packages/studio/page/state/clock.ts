import { signal } from '@preact/signals';

const STEP_MS = 10_000;

/** When the page was last in sight: words such as "3 s ago" are said anew with it. It stands still while the page is hidden. */
export const lookedAt = signal(Date.now());

const look = (): void => {
  if (!document.hidden) lookedAt.value = Date.now();
};
setInterval(look, STEP_MS);
document.addEventListener('visibilitychange', look);
