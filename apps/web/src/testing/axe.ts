import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { app } from '../lib/kept-state.ts';
import { shownScreen } from './render-app.tsx';

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Do not let axe fetch the style sheets again, because none of these rules needs them.
  preload: false,
  iframes: false,
  // Axe runs this rule only on request. A target has 24 by 24 pixels, or that much room around it.
  rules: { 'target-size': { enabled: true } },
};
/** The rules that depend on colours. The dark theme differs only in colours. */
const COLOURS: RunOptions = { ...OPTIONS, rules: {}, runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Runs axe on the rendered page in the light theme and, for colours only, in the dark theme. Throws an error that lists
 * each serious or critical finding. A test that has opened a screen with its data passes the route of that screen as
 * `screen`, because `axe-coverage.test.ts` fails for every route that no test passes. Leaves the page in the light
 * theme.
 */
export async function expectNoSeriousFindings(screen?: string): Promise<void> {
  if (screen !== undefined) expect(shownScreen(), 'the route of the screen that is shown').toBe(screen);
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  await showTheme('light');
  const light = await findings('light', OPTIONS);
  await showTheme('dark');
  const dark = await findings('dark', COLOURS);
  await showTheme('light');
  const all = [...light, ...dark];
  if (all.length > 0) throw new Error(all.join('\n'));
}

async function findings(theme: string, options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const places = nodes.slice(0, 3).map((node) => node.target.join(' '));
      return `${theme} theme: ${id}: ${places.join(' | ')}: ${nodes[0]?.failureSummary ?? ''}`;
    });
}

/** Changes the theme as if the person had chosen it in another tab, and waits until all colours have changed. */
async function showTheme(theme: 'light' | 'dark'): Promise<void> {
  app.update((now) => ({ ...now, theme, darkMode: theme === 'dark' }));
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme'], { interval: 5 }).toBe(theme);
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
}
