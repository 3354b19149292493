// Without pauses: what a burst costs when waiting shells are used up, and whether the host's event loop stays free.
const raw = (atOnce) => ({ side: 'raw', options: { what: 'inline', atOnce } });
const hookline = (atOnce) => ({ side: 'hookline', options: { what: 'inline', atOnce } });
const STALL_LIMIT_MS = 50;

export const sustained = {
  name: 'sustained',
  about: 'one inline bash hook after another, without a pause',
  pauseMs: 150,
  repeat: 20,
  sides: { raw: raw(1), again: raw(1), warm: hookline(1) },
  control: { of: 'again', over: 'raw' },
  rows: [{ name: 'sustained', title: 'sustained, one after another / raw spawn', of: 'warm', over: 'raw', bar: null }],
};

export const crowded = {
  name: 'crowded',
  about: 'eight inline bash hooks at once, again and again without a pause',
  pauseMs: 150,
  repeat: 5,
  sides: { raw: raw(8), again: raw(8), warm: hookline(8) },
  control: { of: 'again', over: 'raw' },
  rows: [{ name: 'sustained-8', title: 'sustained, eight at once / raw spawn', of: 'warm', over: 'raw', bar: null }],
};

export const stall = {
  name: 'stall',
  about: 'the longest stall of the event loop',
  pauseMs: 150,
  rounds: 6,
  quickRounds: 1,
  warmUpRounds: 0,
  sides: {
    crowd: { side: 'loop-delay', options: { what: 'crowd', events: 1000 } },
    idle: { side: 'loop-delay', options: { what: 'idle' } },
  },
  control: null,
  rows: [
    {
      name: 'stall',
      title: 'longest event-loop stall, 1,000 events in flight',
      of: 'crowd',
      over: 'idle',
      worstMs: STALL_LIMIT_MS,
      bar: null,
    },
  ],
};
