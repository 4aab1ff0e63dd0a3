import { expect, it, vi } from 'vitest';
import { fromOtherTab, installBrowserGlobals } from '../testing/browser-globals.ts';

installBrowserGlobals();
const { colorSchemeManager } = await import('./look.ts');
const { app } = await import('./state.ts');

it('flips the look and the stored flag, tells it once, and takes over what another tab chose', () => {
  // As the theme does: what it is told it sets again.
  const heard = vi.fn((scheme: 'light' | 'dark' | 'auto') => colorSchemeManager.set(scheme));
  colorSchemeManager.subscribe(heard);
  expect(colorSchemeManager.get('auto')).toBe('auto');
  colorSchemeManager.set('dark');
  expect([app.get().darkMode, app.get().theme, heard.mock.calls]).toEqual([true, 'dark', [['dark']]]);
  fromOtherTab('quayside.app', { v: 1, data: { ...app.get(), theme: 'light', darkMode: false } });
  expect([colorSchemeManager.get('auto'), heard.mock.calls.at(-1), heard.mock.calls.length]).toEqual(['light', ['light'], 2]);
});
