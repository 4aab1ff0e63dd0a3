import '../theme/mantine-shell.css';
import '../theme/fonts.css';
import '../theme/tokens.css';
import '../theme/global.css';
import '../theme/mantine-parts.css';
import '../i18n/i18n.ts';
import '../i18n/part-texts.ts';
// Preload the largest lazy chunk here, so that its loading time counts towards no test.
import '../components/data-grid/grid-table.tsx';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeApp } from './render-app.tsx';

// Pretend that the person saves data, which disables prefetching: a test then loads only what it renders.
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

/** A console error fails the test, because it is a defect of ours, such as a missing React key. */
const complaints: string[] = [];

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
