/**
 * The environment of a process that a test starts: that of a plain shell, without variables that configure the server.
 */
export function childEnv(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const preloads = ['./keep-compiled.ts', './end-with-tests.ts'].map((name) => new URL(name, import.meta.url).href);
  const options = preloads.map((url) => `--import=${url}`).join(' ');
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), NODE_OPTIONS: options };
}
