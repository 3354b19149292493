// Bash hooks against gemini-cli-core, all in one process: a bigger host makes every spawn dearer, so all have the same.
const inGemini = (side, what) => ({ side, options: { what }, peer: 'gemini', place: 'gemini' });

export const peer = {
  name: 'peer',
  about: 'one bash hook, beside gemini-cli-core',
  sides: {
    raw: inGemini('raw', 'inline'),
    again: inGemini('raw', 'inline'),
    'gemini-inline': inGemini('gemini', 'inline'),
    'warm-inline': inGemini('hookline', 'inline'),
    'gemini-script': inGemini('gemini', 'script-line'),
    'warm-script': inGemini('hookline', 'script-line'),
  },
  control: { of: 'again', over: 'raw' },
  rows: [
    {
      name: 'inline-gemini',
      title: 'one inline bash hook, warm / gemini-cli-core',
      of: 'warm-inline',
      over: 'gemini-inline',
      bar: 0.4,
    },
    {
      name: 'script-gemini',
      title: 'one bash script, warm / gemini-cli-core',
      of: 'warm-script',
      over: 'gemini-script',
      bar: 0.6,
    },
    { name: 'gemini', title: 'for scale: gemini-cli-core / raw spawn', of: 'gemini-inline', over: 'raw', bar: null },
  ],
};
