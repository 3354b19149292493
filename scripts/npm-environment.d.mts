export function putCertificatesAside(env: NodeJS.ProcessEnv): void;
export function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
