import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverProgram } from './server-program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the bundle after a script that watches it, with a port that it refuses. */
function runAfter(script: string): string {
  const file = join(folder, 'before.cjs');
  writeFileSync(file, script);
  const { stdout } = spawnSync(process.execPath, ['--require', file, serverProgram()], {
    env: { PORT: 'none' },
    encoding: 'utf8',
  });
  return stdout;
}

it('a stack trace of the bundled server names the lines of its sources', () => {
  const stack = runAfter('process.stderr.write = () => process.stdout.write(new Error("asked").stack);');
  const source = readFileSync(join(import.meta.dirname, '../main.ts'), 'utf8').split('\n');
  const line = source.findIndex((text) => text.includes('process.stderr.write(')) + 1;
  expect(stack.split('\n')).toEqual([
    'Error: asked',
    expect.stringContaining('before.cjs'),
    expect.stringMatching(new RegExp(`^ {4}at refuse \\(apps/server/src/main\\.ts:${line}:\\d+\\)$`)),
    ...Array.from({ length: 8 }, () => expect.any(String) as unknown),
  ]);
});

it('the bundle is one file of ASCII, in which raw templates keep their characters', () => {
  const bundle = readFileSync(serverProgram(), 'utf8');
  expect(bundle.search(/[^\0-\x7f]/)).toBe(-1);
  expect(bundle).not.toContain('String.raw`');
  const banner = bundle.slice(0, bundle.indexOf('var '));
  const raw = runInNewContext(`${banner}__raw\`[\\u20ac\${"¥"}]\\d\\u005d\``, { require: () => undefined });
  expect(raw).toBe(String.raw`[€${'¥'}]\d\u005d`);
});
