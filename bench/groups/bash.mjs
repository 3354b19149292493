// Bash hooks, warm and cold, against bare spawn.
const raw = (what, atOnce) => ({ side: 'raw', options: { what, atOnce } });
const hookline = (what, more) => ({ side: 'hookline', options: { what, ...more } });

export const inline = {
  name: 'inline',
  about: 'one inline bash hook',
  eventsBefore: 400,
  sides: {
    raw: raw('inline'),
    again: raw('inline'),
    warm: hookline('inline'),
    cold: hookline('inline', { warm: false }),
  },
  control: { of: 'again', over: 'raw' },
  rows: [
    { name: 'inline', title: 'one inline bash hook, warm / raw spawn', of: 'warm', over: 'raw', bar: 0.4 },
    { name: 'cold', title: 'one inline bash hook, warm pool off / raw spawn', of: 'cold', over: 'raw', bar: 1.08 },
  ],
};

export const script = {
  name: 'script',
  about: 'one bash script hook',
  eventsBefore: 400,
  sides: {
    raw: raw('script'),
    again: raw('script'),
    line: raw('script-line'),
    warm: hookline('script'),
    'warm-line': hookline('script-line'),
  },
  control: { of: 'again', over: 'raw' },
  rows: [
    { name: 'script', title: 'one bash script, warm / raw spawn of it', of: 'warm', over: 'raw', bar: 0.6 },
    {
      name: 'script-line',
      title: 'one bash script in a command line, warm / raw spawn',
      of: 'warm-line',
      over: 'line',
      bar: 0.6,
    },
  ],
};

export const parallel = {
  name: 'parallel',
  about: 'ten inline bash hooks of one event',
  eventsBefore: 100,
  pauseMs: 150,
  sides: {
    raw: raw('inline', 10),
    again: raw('inline', 10),
    warm: hookline('ten-inline', { runs: 10 }),
  },
  control: { of: 'again', over: 'raw' },
  rows: [{ name: 'parallel', title: 'ten parallel inline hooks / ten raw spawns', of: 'warm', over: 'raw', bar: 0.35 }],
};
