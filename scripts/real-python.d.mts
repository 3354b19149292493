export function putRealPythonFirst(env: NodeJS.ProcessEnv): void;
