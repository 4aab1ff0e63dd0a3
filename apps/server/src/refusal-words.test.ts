import { expect, it } from 'vitest';
import { refusalWords } from './refusal-words.ts';

const failed = (code: string) => Object.assign(new Error(`${code}: open '/data/x'`), { code, path: '/data/x' });

it.each([
  ['EACCES', /^\/data\/x belongs to another user, perhaps because .* as root before\. Start it as that user again/],
  ['EROFS', /^\/data\/x is on a file system that is read-only\./],
  ['ENOSPC', /^the disk of \/data\/x is full\.$/],
  ['ENOENT', /^ENOENT: open/],
])('a start that fails with %s says why in one sentence', (code, words) => {
  expect(refusalWords(failed(code))).toMatch(words);
});
