// Certificates that a machine gives to Node are read at each start of Node, about 60 ms, and only npm needs them here.

/** The variables of tests: certificates are put aside. */
export function testEnvironment(env) {
  const { NODE_EXTRA_CA_CERTS: certificates, ...rest } = env;
  return certificates === undefined ? rest : { ...rest, HOOKLINE_TESTS_CERTIFICATES: certificates };
}

/** The variables of an npm that a test starts. */
export function npmEnvironment(env) {
  const { HOOKLINE_TESTS_CERTIFICATES: certificates, ...rest } = env;
  return certificates === undefined ? rest : { ...rest, NODE_EXTRA_CA_CERTS: certificates };
}
