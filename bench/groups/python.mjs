// A python callable in the worker, and a python program that is started ahead, against a python program.
export const python = {
  name: 'python',
  about: 'one python hook',
  sides: {
    raw: { side: 'raw', options: { what: 'python' } },
    again: { side: 'raw', options: { what: 'python' } },
    callable: { side: 'hookline', options: { what: 'python' } },
    ahead: { side: 'hookline', options: { what: 'python-line' } },
  },
  control: { of: 'again', over: 'raw' },
  pauseMs: 120, // as long as a Python takes to come to where it waits
  rows: [
    { name: 'python', title: 'Python callable / python3 script.py', of: 'callable', over: 'raw', bar: 0.05 },
    {
      name: 'python-ahead',
      title: 'python3 script.py, started ahead / raw spawn',
      of: 'ahead',
      over: 'raw',
      bar: null,
    },
  ],
};
