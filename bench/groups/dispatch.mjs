// A function of the host, dispatched in its own process.
export const dispatch = {
  name: 'dispatch',
  about: 'one function in the same process',
  pauseMs: 2,
  repeat: 5000,
  sides: {
    tapable: { side: 'tapable', peer: 'tapable' },
    again: { side: 'tapable', peer: 'tapable' },
    function: { side: 'hookline-function' },
    hookable: { side: 'hookable', peer: 'hookable' },
  },
  control: { of: 'again', over: 'tapable' },
  rows: [
    {
      name: 'function-tapable',
      title: 'function hook (hooks.on) / tapable AsyncSeries',
      of: 'function',
      over: 'tapable',
      bar: 3,
    },
    {
      name: 'function-hookable',
      title: 'function hook (hooks.on) / hookable',
      of: 'function',
      over: 'hookable',
      bar: 1,
    },
  ],
};
