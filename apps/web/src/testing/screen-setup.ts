import './without-timings.ts';
import '../theme/mantine-shell.css';
import '../theme/fonts.css';
import '../theme/tokens.css';
import '../theme/global.css';
import '../theme/mantine-parts.css';
import '../i18n/i18n.ts';
import '../i18n/part-texts.ts';
// Load the largest lazy chunk in advance, so that its loading time does not count towards a test.
import '../components/data-grid/grid-table.tsx';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { watchDialogs } from './dialog-watch.ts';
import { closeApp } from './render-app.tsx';

// Pretend that the person wants to save data, which disables prefetching. A test then loads only the chunks that it
// renders.
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

// Chromium draws nothing of a frame that is fully transparent, which takes a twentieth less processor time. Styles,
// layout, clicks and axe are the same, because they do not look beyond the frame in which the tests run. With a window
// (`--browser.headless=false`) the page is shown.
if (window.parent !== window && navigator.userAgent.includes('Headless'))
  window.parent.document.body.style.opacity = '0';

// React's development build records a stack trace for each created element, up to 10,000 per second. This took a tenth
// of the time of the screen tests, and no test reads the traces. React stops recording when its counter exceeds the
// limit, so make the counter return infinity. The production build has no such counter.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // Ignore React's own updates of the counter.
    },
  });

/** The console errors of a test, such as a missing React key. Each of them is a defect and fails the test. */
const complaints: string[] = [];
watchDialogs((problem) => complaints.push(problem));

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation(
    (...words: unknown[]) => void complaints.push(words.map(String).join(' ')),
  );
});

afterEach(() => {
  const problems = [...closeApp(), ...complaints];
  vi.restoreAllMocks();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
