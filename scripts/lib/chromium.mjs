import { existsSync } from 'node:fs';
import { run } from './processes.mjs';
import { PlainError } from './report.mjs';

// The headless shell is Chromium without a window; browser tests take a quarter less time with it.
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';
const FONTS = 'fonts-wqy-microhei';

/** Returns the path of the browser for tests: CHROMIUM_PATH, or an installed Chromium. */
export const chromiumPath = () => process.env.CHROMIUM_PATH || [SHELL, WHOLE].find((path) => existsSync(path)) || SHELL;

/** Chromium's flags for tests: headless, and without background requests. */
export const CHROMIUM_FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Makes sure that there is a browser for the tests. As root on Debian, installs the package. */
export async function ensureChromium() {
  const path = chromiumPath();
  if (existsSync(path)) return;
  if (process.env.CHROMIUM_PATH) throw new PlainError(`CHROMIUM_PATH names ${path}, which does not exist.`);
  const isDebian = existsSync('/usr/bin/apt-get');
  if (!isDebian)
    throw new PlainError(
      'The browser tests need Chromium. Install it, then run: CHROMIUM_PATH=/path/to/chromium npm test',
    );
  if (process.getuid?.() !== 0)
    throw new PlainError(
      'The browser tests need Chromium. Install it with this command, then run npm test again:\n\n' +
        `  sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends chromium ${FONTS}'\n`,
    );
  console.log('Chromium is missing: installing it from Debian (about 115 MB, only once) ...');
  await apt('update');
  // Older releases of Debian have no package for the headless shell.
  const hasShell = (await run('apt-cache', ['show', 'chromium-headless-shell'], { quiet: true })).code === 0;
  await apt('install', '-y', '--no-install-recommends', hasShell ? 'chromium-headless-shell' : 'chromium', FONTS);
  if (!existsSync(chromiumPath()))
    throw new PlainError(`Chromium was installed, but is not at ${chromiumPath()}. Set CHROMIUM_PATH to its path.`);
}

async function apt(...args) {
  const { code, output } = await run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code !== 0) throw new PlainError(`apt-get ${args[0]} failed:\n${output}`);
}
