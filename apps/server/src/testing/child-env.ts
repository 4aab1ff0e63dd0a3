/**
 * The environment of a process that a test starts: that of a plain shell, without variables that configure the server.
 */
export function childEnv(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const preload = new URL('./keep-compiled.ts', import.meta.url).href;
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), NODE_OPTIONS: `--import=${preload}` };
}
