import { expect, it, vi } from 'vitest';
import { fromOtherTab, installBrowserGlobals } from '../../testing/browser-globals.ts';

installBrowserGlobals();
const { colorSchemeManager } = await import('./look.ts');
const { app } = await import('../kept/kept-state.ts');

it('toggles the stored scheme, notifies once and follows other tabs', () => {
  // Like Mantine's theme provider, this listener sets the value again when it is notified.
  const heard = vi.fn((scheme: 'light' | 'dark' | 'auto') => colorSchemeManager.set(scheme));
  colorSchemeManager.subscribe(heard);
  expect(colorSchemeManager.get('auto')).toBe('auto');
  colorSchemeManager.set('dark');
  expect([app.get().darkMode, app.get().theme, heard.mock.calls]).toEqual([true, 'dark', [['dark']]]);
  fromOtherTab('quayside.app', { v: 1, data: { ...app.get(), theme: 'light', darkMode: false } });
  expect([colorSchemeManager.get('auto'), heard.mock.calls.at(-1), heard.mock.calls.length]).toEqual([
    'light',
    ['light'],
    2,
  ]);
});
