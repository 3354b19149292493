// Certificates that a machine gives to Node are read at each start of Node, which takes about 60 ms; only npm needs them.

const ASIDE = 'HOOKLINE_TESTS_CERTIFICATES';

/** Puts them aside for the tests and all that these start. */
export function putCertificatesAside(env) {
  if (env.NODE_EXTRA_CA_CERTS === undefined) return;
  env[ASIDE] = env.NODE_EXTRA_CA_CERTS;
  delete env.NODE_EXTRA_CA_CERTS;
}

/** The variables of an npm that a test starts. */
export function npmEnvironment(env) {
  const { [ASIDE]: certificates, ...rest } = env;
  return certificates === undefined ? rest : { ...rest, NODE_EXTRA_CA_CERTS: certificates };
}
