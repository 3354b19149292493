// A large event for ten hooks. The other side is the same fire with nine serialisations more, so that nothing else differs.
const fire = (moreSerialisations) => ({
  side: 'hookline',
  options: { what: 'ten-readers', runs: 10, size: 'large', moreSerialisations },
});

export const payload = {
  name: 'payload',
  about: 'an event of 1 MB for ten hooks',
  pauseMs: 150,
  sides: { each: fire(9), again: fire(9), shared: fire(0) },
  control: { of: 'again', over: 'each' },
  rows: [
    { name: 'payload', title: '1 MB event to ten hooks / serialising for each', of: 'shared', over: 'each', bar: 0.6 },
  ],
};
