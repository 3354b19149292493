// One command per event, started by a host that embeds nothing.
const program = (what) => ({ side: 'command-line', options: { what } });

export const commandLine = {
  name: 'command-line',
  about: 'one command per event',
  sides: {
    node: program('node'),
    again: program('node'),
    fire: program('fire'),
    resident: { ...program('resident'), command: 'serve' },
  },
  control: { of: 'again', over: 'node' },
  rows: [
    { name: 'fire', title: 'hookline fire, one inline hook / node -e 0', of: 'fire', over: 'node', bar: 1.5 },
    {
      name: 'resident',
      title: 'the same through the resident process / node -e 0',
      of: 'resident',
      over: 'node',
      bar: 0.15,
    },
  ],
};
