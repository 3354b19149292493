/** Keeps warm processes from one set of hooks to the next, until the returned function is called. */
export async function keepWarm(): Promise<() => Promise<void>> {
  const { useLauncher } = await import('./warm/launcher.ts');
  return useLauncher().leave;
}
