import { test as base, type BrowserContext, type Page, type TestInfo } from '@playwright/test';
import { type Product, startProduct } from './server.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  /**
   * The console errors that this test expects, in addition to responses with a 4xx status. Any other error fails the
   * test.
   */
  readonly allowedErrors: readonly RegExp[];
  /** Whether the browser prefetches the screens that people open next. Most tests never open them. */
  readonly prefetch: boolean;
  readonly cleanConsole: void;
}

interface WorkerFixtures {
  /** The server that all tests of this worker share. `baseURL` is its URL. */
  readonly product: Product;
}

/**
 * Chromium logs every response with a status of 400 or above as an error. A 4xx is a refusal that the interface shows;
 * a 5xx is a defect.
 */
const REFUSAL = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * The `test` function of all browser tests. It starts the server, and fails a test on any console error or violation of
 * the content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  allowedErrors: [[], { option: true }],
  prefetch: [false, { option: true }],
  cleanConsole: [
    async ({ context, allowedErrors, prefetch, headless }, use, test) => {
      if (!prefetch) await saveData(context);
      if (headless) await drawNothing(context);
      const problems: string[] = [];
      await watch(context, (problem) => problems.push(problem));
      await use();
      if (test.status !== test.expectedStatus) await takePictures(context, test);
      // A response that is still being intercepted when the test ends may fail. That must not fail the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = problems.filter(
        (problem) => ![REFUSAL, ...allowedErrors].some((allowed) => allowed.test(problem)),
      );
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Reports the errors of every page of a browser context. A test that opens its own context must call it too. */
export async function watch(context: BrowserContext, report: (problem: string) => void): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`));
  await context.exposeFunction('reportPolicyBreach', (text: string) => report(`content policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportPolicyBreach } = window as unknown as { reportPolicyBreach: (text: string) => void };
      reportPolicyBreach(
        `${event.effectiveDirective} refused ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
}

/**
 * Makes the pages of this context fully transparent, of which Chromium draws nothing: that takes a twentieth less
 * processor time. Styles, layout, clicks and prints are the same. With a window (`--headed`) pages are shown.
 */
async function drawNothing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@media screen { html { opacity: 0 } }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** Makes a page visible until the next one is loaded. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });

/** Keeps a picture of each page of a failed test. */
async function takePictures(context: BrowserContext, test: TestInfo): Promise<void> {
  for (const [n, page] of context.pages().entries()) {
    await draw(page)
      .then(() => page.screenshot({ path: test.outputPath(`page-${n + 1}.png`), timeout: 5_000 }))
      .catch(() => undefined);
  }
}

/** Makes the pages of this context skip prefetching, as for a person who saves data. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Make the property configurable, because a frame in the same process may run this script twice.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
}
