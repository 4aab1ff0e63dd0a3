import axe, { type Result, type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { app } from '../lib/kept-state.ts';
import { OF_COLOURS, WITHOUT_MILD } from './axe-rules.ts';
import { shownScreen } from './render-app.tsx';

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Do not let axe fetch the style sheets again, because none of these rules needs them.
  preload: false,
  iframes: false,
  // A selector is worked out only for what is found.
  selectors: false,
  rules: {
    ...WITHOUT_MILD,
    // This rule looks for inline styles that are `!important`. React sets none.
    'avoid-inline-spacing': { enabled: false },
    // Axe runs this rule only on request. A target has 24 by 24 pixels, or that much room around it.
    'target-size': { enabled: true },
  },
};
const COLOURS: RunOptions = { ...OPTIONS, rules: {}, runOnly: OF_COLOURS };

/**
 * Runs axe on the rendered page in the light theme and, for colours only, in the dark theme. Throws an error that lists
 * each serious or critical finding. A test that has opened a screen with its data passes the route of that screen as
 * `screen`, because `axe-coverage.test.ts` fails for every route that no test passes. Without a route, and with a modal
 * dialog, only the dialog is checked, because nobody reaches the screen behind it. Leaves the page in the light theme.
 */
export async function expectNoSeriousFindings(screen?: string): Promise<void> {
  if (screen !== undefined) expect(shownScreen(), 'the route of the screen that is shown').toBe(screen);
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  // A dialog that was closing may be gone by the next look.
  const place = () => (screen === undefined && [...document.querySelectorAll('[aria-modal=true]')].at(-1)) || document;
  await showTheme('light');
  const light = await findings('light', place(), OPTIONS);
  await showTheme('dark');
  const dark = await findings('dark', place(), COLOURS);
  await showTheme('light');
  const all = [...light, ...dark];
  if (all.length > 0) throw new Error(all.join('\n'));
}

const isSerious = ({ impact }: Result): boolean => impact === 'serious' || impact === 'critical';

async function findings(theme: string, place: Document | Element, options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(place, options);
  if (!violations.some(isSerious)) return [];
  return (await axe.run(place, { ...options, selectors: true })).violations.filter(isSerious).map(({ id, nodes }) => {
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
