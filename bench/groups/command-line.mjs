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

// Where a company's certificates are installed by this variable, every start of Node takes longer, and the ratios are others.
const certificates = process.env.NODE_EXTRA_CA_CERTS;
const withCertificates = (what) => ({
  side: 'command-line',
  options: { what, variables: { NODE_EXTRA_CA_CERTS: certificates } },
});

export const certifiedCommandLine = {
  name: 'command-line-certificates',
  about: 'one command per event, with certificates of a company',
  lacks: certificates === undefined ? 'NODE_EXTRA_CA_CERTS is not set here' : null,
  sides: {
    node: withCertificates('node'),
    again: withCertificates('node'),
    fire: withCertificates('fire'),
    resident: { ...withCertificates('resident'), command: 'serve' },
  },
  control: { of: 'again', over: 'node' },
  rows: [
    {
      name: 'fire-certificates',
      title: 'hookline fire with NODE_EXTRA_CA_CERTS / node -e 0',
      of: 'fire',
      over: 'node',
      bar: 1.5,
    },
    {
      name: 'resident-certificates',
      title: 'through the resident process with NODE_EXTRA_CA_CERTS / node -e 0',
      of: 'resident',
      over: 'node',
      bar: 0.15,
    },
  ],
};
