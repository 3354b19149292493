// One command per event, started by a host that embeds nothing: on every line of Node, and where certificates are installed.
import { NODE_LINES, findNode } from '../../test/installed/node-lines.mjs';

// There is no bar: how long Node itself takes to start differs by more than what is measured. What counts is the time.
const rowsOf = (suffix, where) => [
  {
    name: `fire-${suffix}`,
    title: `hookline fire, one inline hook, ${where} / node -e 0`,
    of: 'fire',
    over: 'node',
    bar: null,
  },
  {
    name: `resident-${suffix}`,
    title: `the same through the resident process, ${where} / node -e 0`,
    of: 'resident',
    over: 'node',
    bar: null,
  },
];

const sidesOf = (options) => {
  const program = (what) => ({ side: 'command-line', options: { ...options, what } });
  return {
    node: program('node'),
    again: program('node'),
    fire: program('fire'),
    resident: { ...program('resident'), command: 'serve' },
  };
};

const onLine = (line) => {
  const [major] = line.split('.');
  return {
    name: `command-line-${major}`,
    about: `one command per event, Node ${major}`,
    lacks: () => findNode(line).missing ?? null,
    sides: sidesOf({ line }),
    control: { of: 'again', over: 'node' },
    rows: rowsOf(major, `Node ${major}`),
  };
};

// Where a company's certificates are installed by this variable, every start of Node takes longer.
const certificates = process.env.NODE_EXTRA_CA_CERTS;

const withCertificates = {
  name: 'command-line-certificates',
  about: 'one command per event, with certificates of a company',
  lacks: () => (certificates === undefined ? 'NODE_EXTRA_CA_CERTS is not set here' : null),
  sides: sidesOf({ variables: { NODE_EXTRA_CA_CERTS: certificates } }),
  control: { of: 'again', over: 'node' },
  rows: rowsOf('certificates', 'NODE_EXTRA_CA_CERTS set'),
};

export const commandLines = [...NODE_LINES.map(onLine), withCertificates];
