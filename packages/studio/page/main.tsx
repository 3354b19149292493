import { render } from 'preact';
import './page.css';
import { App } from './app.tsx';
import { gate, openSession } from './state/http.ts';
import { startKeys } from './state/keys.ts';
import { followLive } from './state/live.ts';
import { startRows } from './state/rows.ts';
import { startTheme } from './state/theme.ts';

startTheme();
await openSession();
// The rows are asked for before anything is drawn: that takes as long as their way here.
if (gate.value === null) startRows();
const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(<App />, place);
}
if (gate.value === null) {
  startKeys();
  await followLive();
}
