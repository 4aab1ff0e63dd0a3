import { existsSync } from 'node:fs';
import { run } from './processes.mjs';
import { PlainError } from './report.mjs';

const DEFAULT = '/usr/bin/chromium';
const PACKAGES = ['chromium', 'fonts-wqy-microhei'];

/** Makes sure that there is a browser for the browser tests: from Debian's packages where we may install them. */
export async function ensureChromium() {
  const path = process.env.CHROMIUM_PATH || DEFAULT;
  if (existsSync(path)) return;
  if (process.env.CHROMIUM_PATH) throw new PlainError(`CHROMIUM_PATH names ${path}, which does not exist.`);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
  const isDebian = existsSync('/usr/bin/apt-get');
  if (!isDebian) throw new PlainError('The browser tests need Chromium. Install it and name it: CHROMIUM_PATH=/path/to/chromium npm test');
  if (process.getuid?.() !== 0)
    throw new PlainError(`The browser tests need Chromium. Install it with this command, then run npm test again:\n\n  sudo sh -c '${install}'\n`);
  console.log('Chromium is missing: installing it from Debian (about 115 MB, only this once) ...');
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { code, output } = await run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (code !== 0) throw new PlainError(`apt-get ${args[0]} failed:\n${output}`);
  }
  if (!existsSync(DEFAULT)) throw new PlainError(`Chromium was installed, but is not at ${DEFAULT}. Name it with CHROMIUM_PATH.`);
}
