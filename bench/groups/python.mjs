// A python callable in the worker against a python program.
export const python = {
  name: 'python',
  about: 'one python hook',
  sides: {
    raw: { side: 'raw', options: { what: 'python' } },
    again: { side: 'raw', options: { what: 'python' } },
    callable: { side: 'hookline', options: { what: 'python' } },
  },
  control: { of: 'again', over: 'raw' },
  rows: [{ name: 'python', title: 'Python callable / python3 script.py', of: 'callable', over: 'raw', bar: 0.05 }],
};
