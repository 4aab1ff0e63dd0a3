import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// Whether a screen rounds the measures that it shows is a matter of its source: only `measure.ts` of the web app may.
const SOURCE = join(import.meta.dirname, '../../../web/src');
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
  .filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));
const naming = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

describe('no screen formats a measure by itself', () => {
  it('only these files round figures: money, rates, percents, sizes of files, and measure.ts for all measures', () =>
    expect(naming(/\broundDecimal\b/)).toEqual([
      'features/costs/explain/recompute.ts',
      'features/invoices/lines/line-cells.tsx',
      'features/payments/paid-rate.ts',
      'features/products/bundle/bundle-parts.ts',
      'lib/document-file.ts',
      'lib/words/format.ts',
      'lib/words/measure.ts',
      'lib/words/shown-rate.ts',
    ]));
  it('only measure.ts and the words of measures decide how a measure is rounded', () =>
    expect(naming(/\bshownMeasure\b/)).toEqual(['lib/words/measure-words.ts', 'lib/words/measure.ts']));
  it('a rounded measure without a tooltip is only asked for to compare texts, or by a text that gets words', () =>
    expect(naming(/\bROUNDED\b/)).toEqual([
      'components/ui/measured-text.tsx',
      'features/products/measures/measure-words.ts',
      'features/products/packaging/packaging-facts.ts',
      'features/shipments/plans/page/compare-table.tsx',
      'lib/words/measure-words.ts',
    ]));
  it('what formats the measures of an allocation shows them in full in a tooltip', () => {
    const found = files.filter(
      ({ file, text }) => /\b(measure|chargeable)Figure\b/.test(text) && file.endsWith('.tsx'),
    );
    expect(found.map(({ file, text }) => [file, text.includes('title={exact}')])).toEqual([
      ['features/invoices/spread/share-cells.tsx', true],
    ]);
  });
  it('no file writes the unit of a measure behind a figure that it has made itself', () =>
    expect(naming(/\}`? ?(kg|m³|cm³|in³|lb|oz)`|\} (kg|m³|g|cm³)`/)).toEqual([
      'features/products/measures/measure-words.ts',
      'lib/words/measure-words.ts',
    ]));
});
