import { it } from 'vitest';
import { KOLEGA_ROWS } from './rows/kolega.ts';
import { makeWorkplace } from './support/workplace.ts';
it('tries', async () => {
  const row = KOLEGA_ROWS.find((r) => r.event === 'Notification')!;
  const place = makeWorkplace([{ name: 'hook', dialect: 'kolega', event: 'Notification', answers: row.answers! }]);
  const asked = await row.scene(place);
  console.log(JSON.stringify(asked, null, 1));
  place.remove();
}, 60000);
