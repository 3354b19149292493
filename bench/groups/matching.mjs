// Events that no hook wants, with few and with many hooks registered. Nothing is recorded, as the peer records nothing.
const strangers = (what) => ({ side: 'hookline', options: { what, runs: 0, record: false } });

export const matching = {
  name: 'matching',
  about: 'no hook matches',
  eventsBefore: 1000,
  pauseMs: 5,
  repeat: 20,
  sides: {
    many: strangers('many-strangers'),
    again: strangers('many-strangers'),
    ten: strangers('ten-strangers'),
    gemini: { side: 'gemini', options: { what: 'many-strangers', runs: 0 }, peer: 'gemini', place: 'gemini' },
  },
  control: { of: 'again', over: 'many' },
  rows: [
    { name: 'none-of-10000', title: '0 matched of 10,000 / gemini-cli-core', of: 'many', over: 'gemini', bar: 0.005 },
    { name: 'none-flat', title: '0 matched of 10,000 / of 10 registered', of: 'many', over: 'ten', bar: 2 },
  ],
};
