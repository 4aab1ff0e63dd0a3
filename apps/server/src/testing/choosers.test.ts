import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../web/src/', import.meta.url);

describe('fields with a list that is searched', () => {
  it('are choosers everywhere, so that Enter, Tab and what was typed are treated alike', () => {
    const others = globSync('**/*.tsx', { cwd: root })
      .filter((file) => !file.endsWith('.test.tsx') && file !== 'components/form/chooser.tsx')
      .filter((file) => {
        const source = readFileSync(new URL(file, root), 'utf8');
        return [...source.matchAll(/<(?:Multi)?Select\s(?:[^<]|<[^/])*?\/>/g)].some(([tag]) =>
          /\bsearchable\b/.test(tag),
        );
      });
    expect(others).toEqual([]);
  });
});
