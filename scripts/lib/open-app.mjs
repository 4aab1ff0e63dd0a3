// Opens the built web app like a returning user, for `npm run bench -- shell`.
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumPath } from './chromium.mjs';

const TIMES = 7;
const SLOWER = 4;

/**
 * Signs in, then loads the first page several times with a slower CPU. Returns the time until the first useful screen,
 * which has its heading and no placeholder, and the size of its files.
 */
export async function openApp({ url, email, password }) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchForScreen);
    await page.goto(`${url}/login`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((at) => at.pathname === '/');
    await page.waitForFunction(() => window.usefulAt !== undefined);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const warm = [];
    let files = [];
    for (let i = 0; i <= TIMES; i += 1) {
      await page.goto(`${url}/`);
      await page.waitForFunction(() => window.usefulAt !== undefined);
      const at = await page.evaluate(() => window.usefulAt);
      files = await page.evaluate(() => window.usefulFiles);
      // The first load fills the cache of compiled scripts, so it is not counted.
      if (i > 0) warm.push(at);
    }
    let bytes = 0;
    for (const address of files)
      bytes += gzipSync(Buffer.from(await (await fetch(address)).arrayBuffer()), { level: 6 }).length;
    return { warm, bytes, files: files.length };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: records when the heading is visible and no placeholder is. */
function watchForScreen() {
  const look = () => {
    const main = document.querySelector('main#main');
    const isUseful = main?.querySelector('h1') && !document.querySelector('[class*="Skeleton-root"]');
    if (isUseful) {
      window.usefulAt = performance.now();
      // Files that are requested after the first screen are prefetched for other screens, so they are not counted.
      window.usefulFiles = performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (/\.(js|css)$/.test(name) ? [name] : []));
      observer.disconnect();
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}
