import axe, { type Result, type RunOptions } from 'axe-core';
import { expect, inject } from 'vitest';
import { app } from '../lib/kept/kept-state.ts';
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

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is a thorough run of the screen tests, see vitest.config.ts. */
    isThorough: boolean;
  }
}

/** The routes that this page has checked. The files of a run share the page. */
const checked = new Set<string>();

/**
 * Runs axe on the rendered page. Throws an error that lists each serious or critical finding. A test that has opened a
 * screen with its data passes the route of that screen as `screen`, because `axe-coverage.test.ts` fails for every
 * route that no test passes. Without a route, and with a modal dialog, only the dialog is checked, because nobody
 * reaches the screen behind it. Leaves the page in the light theme.
 *
 * Each route and each dialog is checked once, in the light theme: colours.test.ts proves the colours of both. A
 * thorough run, or `thoroughly`, checks every state of a screen, and the colours in the dark theme as well.
 */
export async function expectNoSeriousFindings(screen?: string, thoroughly = inject('isThorough')): Promise<void> {
  if (screen !== undefined) expect(shownScreen(), 'the route of the screen that is shown').toBe(screen);
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
  const dialog = () => (screen === undefined ? [...document.querySelectorAll('[aria-modal=true]')].at(-1) : undefined);
  if (!thoroughly && !isFirst(screen, dialog())) return;
  // A dialog that was closing may be gone by the next look.
  const place = () => dialog() ?? document;
  await showTheme('light');
  const all = await findings('light', place(), OPTIONS);
  if (thoroughly) {
    await showTheme('dark');
    all.push(...(await findings('dark', place(), COLOURS)));
    await showTheme('light');
  }
  if (all.length > 0) throw new Error(all.join('\n'));
}

/** Whether a route, or a dialog by its name, is checked for the first time. Other states of a screen never are. */
function isFirst(screen: string | undefined, dialog: Element | undefined): boolean {
  const name = screen ?? (dialog && `dialog ${nameOf(dialog)}`);
  if (name === undefined || checked.has(name)) return false;
  checked.add(name);
  return true;
}

const nameOf = (dialog: Element): string =>
  dialog.getAttribute('aria-label') ??
  document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ??
  '';

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
