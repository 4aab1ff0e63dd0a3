import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../../web/src');

it('the web client writes only through useWrite and write, which report failures in one way', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB });
  const mutating = files.filter((file) => /\buseMutation\b|\bsetBusy\b/.test(readFileSync(join(WEB, file), 'utf8')));
  expect(mutating.filter((file) => !file.includes('.test.'))).toEqual(['lib/api/write.ts']);
});
