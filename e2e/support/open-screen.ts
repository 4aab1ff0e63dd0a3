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
  await page.evaluate(
    ([href, left, isOther]) => {
      if (isOther) for (const heading of document.querySelectorAll('h1')) heading.setAttribute(left, '');
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    [to.href, LEFT, new URL(from).pathname !== to.pathname] as const,
  );
  // The screen that is left stays until the next one is loaded.
  await page.locator(`h1:not([${LEFT}])`).first().waitFor();
  await page.waitForFunction((left) => document.querySelector(`h1[${left}]`) === null, LEFT);
}
