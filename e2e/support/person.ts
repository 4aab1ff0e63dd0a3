import { expect, type Locator, type Page, test } from '@playwright/test';
import { dropOn, type TestFile } from './files.ts';

/** What a person did: clicks (also dropping a file), keys that are no text, and typed characters. */
interface Effort {
  clicks: number;
  keys: number;
  characters: number;
}

/**
 * A person at the page, whose clicks and keys are counted. A step fails if it would have needed a second try: when the
 * server refused a call, a field was marked as invalid, or an error was shown.
 */
export function countedPerson(page: Page) {
  const effort: Effort = { clicks: 0, keys: 0, characters: 0 };
  const log: string[] = [];
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400)
      refusals.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  const complaints = () =>
    page
      .locator('[aria-invalid="true"], [role="alert"]')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.textContent || one.getAttribute('aria-label') || one.outerHTML));
  return {
    effort,
    /** The effort of each step, for the message of a failure. */
    log,
    async step(name: string, act: () => Promise<void>): Promise<void> {
      const before = { ...effort };
      await test.step(name, async () => {
        await act();
        expect(refusals, `what was refused in "${name}"`).toEqual([]);
        expect(await complaints(), `errors shown in "${name}"`).toEqual([]);
      });
      const { clicks, keys, characters } = effort;
      log.push(
        `${name}: ${clicks - before.clicks} clicks, ${keys - before.keys} keys, ` +
          `${characters - before.characters} characters`,
      );
    },
    async click(target: Locator): Promise<void> {
      effort.clicks++;
      await target.click();
    },
    /** Drags files from the desktop to a place on the page. */
    async drop(target: Locator, files: readonly TestFile[]): Promise<void> {
      effort.clicks++;
      await dropOn(page, target, files);
    },
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        effort.keys++;
        await page.keyboard.press(key);
      }
    },
    /** Types text where the focus is. */
    async type(text: string): Promise<void> {
      effort.characters += text.length;
      await page.keyboard.type(text);
    },
    /** Pastes text where the focus is. */
    async paste(text: string): Promise<void> {
      effort.keys++;
      await page.evaluate(async (content) => navigator.clipboard.writeText(content), text);
      await page.keyboard.press('ControlOrMeta+v');
    },
  };
}
