import '../theme/mantine-shell.css';
import '../theme/fonts.css';
import '../theme/tokens.css';
import '../theme/global.css';
import '../theme/mantine-parts.css';
import '../i18n/i18n.ts';
import '../i18n/part-texts.ts';
// The largest part that is loaded later: here its loading counts towards no test.
import '../components/data-grid/grid-table.tsx';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeApp } from './render-app.tsx';

// The app fetches nothing ahead for who saves data: a test loads what it looks at.
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

/** What a page writes into the console as an error is a mistake of ours: a key that is missing, a hook out of order. */
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
