// The same hook in a small host and in one with two gigabytes of resident memory.
const BALLAST_MB = 2048;

export const host = {
  name: 'host',
  about: 'one inline bash hook in hosts of two sizes',
  freeMb: 3 * BALLAST_MB,
  sides: {
    small: { side: 'hookline', options: { what: 'inline' } },
    again: { side: 'hookline', options: { what: 'inline' } },
    big: { side: 'hookline', options: { what: 'inline' }, ballastMb: BALLAST_MB },
    raw: { side: 'raw', options: { what: 'inline' } },
    'raw-big': { side: 'raw', options: { what: 'inline' }, ballastMb: BALLAST_MB },
  },
  control: { of: 'again', over: 'small' },
  rows: [
    {
      name: 'big-host',
      title: 'one inline hook, host with 2 GB resident / small host',
      of: 'big',
      over: 'small',
      bar: 1.5,
    },
    {
      name: 'big-host-raw',
      isSlow: true, // hundreds of milliseconds a round
      title: 'for scale: raw spawn, host with 2 GB / small host',
      of: 'raw-big',
      over: 'raw',
      bar: null,
    },
  ],
};
