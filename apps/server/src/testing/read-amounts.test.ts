import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../../web/src');
const reads = (text: string): boolean => /\bparseAmount\b/.test(text);

describe('an amount that a screen calculates with', () => {
  it('is read without the limit of typed amounts, which a sum may exceed: what is typed is read by the fields', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/\.test\.|(^|\/)testing\//.test(file));
    expect(files.length).toBeGreaterThan(800);
    expect(files.filter((file) => reads(readFileSync(join(WEB, file), 'utf8')))).toEqual([]);
  });

  it('is seen by this test where a file reads it with the limit', () => {
    expect(reads('const minor = parseAmount(total, currency);')).toBe(true);
    expect(reads('const minor = minorOfText(total, currency);')).toBe(false);
  });
});
