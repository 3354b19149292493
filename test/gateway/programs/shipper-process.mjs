// A shipper of its own, to be killed: node shipper-process.mjs STATE_FOLDER. It says so when it begins; what a person should
// know goes into STATE_FOLDER/alarms. Its clock jumps: STATE_FOLDER/clock says by how many milliseconds it is wrong.
import { readMachine, shipFor } from '@hookline/fleet';
import { appendFileSync, readFileSync } from 'node:fs';

const [stateFolder] = process.argv.slice(2);
const onAlarm = (text) => appendFileSync(`${stateFolder}/alarms`, `${text}\n`);
const machine = readMachine(stateFolder);
const now = Date.now;
let wrongMs = 0;
const jump = () => {
  try {
    wrongMs = Number(readFileSync(`${stateFolder}/clock`, 'utf8'));
  } catch {
    wrongMs = 0; // right so far
  }
};
jump();
setInterval(jump, 20).unref();
Date.now = () => now() + wrongMs;

console.log('ships');
for (;;) {
  await shipFor({ stateFolder, recordFolder: `${stateFolder}/record`, machine, version: '0', onAlarm }, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
