import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });
const LAYER = /import \{[^}]*\b(?:Modal|Drawer|Menu|Popover|HoverCard)\b[^}]*\} from '@mantine\/core'/;

it('every layer over a page is one of the kit, which Back closes on a phone', () => {
  const own = Object.entries(SOURCES).filter(([, source]) => LAYER.test(source));
  expect(own.map(([file]) => file)).toEqual(['./layers.tsx']);
});

it('every dialog is one of the kit, which gives it the focus and its keys', () => {
  const own = Object.entries(SOURCES).filter(
    ([file, source]) =>
      !file.endsWith('.test.tsx') && /import \{[^}]*\bModal\b[^}]*\} from '[^']*layers\.tsx'/.test(source),
  );
  // The palette is a search of its own.
  expect(own.map(([file]) => file).toSorted()).toEqual(['../../app/shell/palette/palette.tsx', './confirm.tsx']);
});
