import type { Page } from '@playwright/test';

/** Marks the headings of the screen that is left. */
const LEFT = 'data-left';

/**
 * Opens a screen as a link in the app does. Loads the page only if it does not show the app yet, or shows this very
 * screen: a load takes four times as much processor time, and every test has one at its beginning.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const isApp = (await page.locator('main h1').count()) > 0;
  const from = page.url();
  const to = isApp ? new URL(path, from) : undefined;
  if (!to || to.href === from) {
    await page.goto(path);
    return;
  }
  const isOther = new URL(from).pathname !== to.pathname;
  await page.evaluate(
    ([href, left, marks]) => {
      if (marks) for (const heading of document.querySelectorAll('h1')) heading.setAttribute(left, '');
      // As the router's own links do, which give each navigation a key.
      const { idx = 0 } = (history.state ?? {}) as { idx?: number };
      history.pushState({ key: String(performance.now()), idx: idx + 1 }, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    [to.href, LEFT, isOther] as const,
  );
  if (!isOther) {
    await untilListed(page);
    return;
  }
  // The screen that is left stays until the next one is loaded.
  await page.locator(`h1:not([${LEFT}])`).first().waitFor();
  await page.waitForFunction((left) => document.querySelector(`h1[${left}]`) === null, LEFT);
}

/**
 * The same screen with another filter or sort: its list shows the rows of before until it has the new ones, and a key
 * that is pressed meanwhile reaches a row that is about to move.
 */
async function untilListed(page: Page): Promise<void> {
  // The browser is idle only when the app has read the new address, and its list says that it is busy.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
}
