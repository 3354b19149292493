/** Keeps what was started ahead of need from one set of hooks to the next, until the result is called. */
export async function keepWarm(): Promise<() => Promise<void>> {
  const { useLauncher } = await import('./warm/launcher.ts');
  return useLauncher().leave;
}
