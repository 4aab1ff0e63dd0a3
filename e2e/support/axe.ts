import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { OF_COLOURS, WITHOUT_MILD } from '../../apps/web/src/testing/axe-rules.ts';
import { draw, expect } from './test.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe on this page, and returns one sentence for each serious or critical finding. Frames are left out, because no
 * frame shows content of ours. axe does not fetch the style sheets again, because none of these rules needs them.
 */
export async function seriousFindings(page: Page, only: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // axe measures no colours of what is transparent.
  await draw(page);
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    ...(only === 'colours' ? { runOnly: OF_COLOURS } : { rules: WITHOUT_MILD }),
  };
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (given) => (window as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } }).axe.run(given),
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const places = nodes.slice(0, 3).map((node) => node.target.join(' '));
      return `${id}: ${places.join(' | ')}: ${nodes[0]?.failureSummary ?? ''}`;
    });
}

/**
 * The findings in both themes. The dark theme differs only in colours, so only the rules about colours run again.
 * Leaves the page in the light theme.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'light');
  const light = await seriousFindings(page);
  await showTheme(page, 'dark');
  const dark = await seriousFindings(page, 'colours');
  await showTheme(page, 'light');
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  // Disable transitions, so that no colour is measured halfway between the themes.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
}
