import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../../web/src');
/**
 * Style sheets that may contain sizes: the tokens file, which defines them, and the print styles, which have their own.
 */
const WITH_SIZES = new Set(['theme/tokens.css', 'theme/print.css']);
/** Two rules are similar if they have the same declarations, in any order, and at least this many of them. */
const ALIKE_FROM = 3;
/** How many similar rules still exist. Lower the number when you remove some; never raise it. */
const MOST_ALIKE = 99;

interface Rule {
  readonly file: string;
  readonly selector: string;
  /** The declarations of the rule, sorted. */
  readonly declarations: readonly string[];
}

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');
const sheets = globSync('**/*.css', { cwd: WEB }).sort();

function rulesOf(file: string): Rule[] {
  const source = read(file).replace(/\/\*.*?\*\//gs, '');
  return [...source.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    file,
    selector: selector.trim().replace(/\s+/g, ' '),
    declarations: body
      .split(';')
      .map((one) => one.trim().replace(/\s+/g, ' '))
      .filter((one) => one !== '')
      .sort(),
  }));
}

describe('the styles of the web client', () => {
  it('take every text size from a token', () => {
    const raw = sheets
      .filter((file) => !WITH_SIZES.has(file))
      .flatMap((file) =>
        rulesOf(file).flatMap(({ selector, declarations }) =>
          declarations
            .filter((one) => /^font(-size)?:.*\d(px|rem|pt)/.test(one.replace(/\/ *\S+/, '')))
            .map((one) => `${file} ${selector} ${one}`),
        ),
      );
    const inline = globSync('**/*.tsx', { cwd: WEB }).filter((file) =>
      /style=\{\{[^}]*fontSize: ['\d]/.test(read(file)),
    );
    expect([...raw, ...inline]).toEqual([]);
  });

  it('use only tokens that exist', () => {
    const known = new Set(read('theme/tokens.css').match(/--q-size-[\w-]+/g));
    const used = sheets.flatMap((file) =>
      [...read(file).matchAll(/var\((--q-size-[\w-]+)\)/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it('belong to one simple table: no other file has a table element of its own', () => {
    const tables = globSync('**/*.tsx', { cwd: WEB }).filter((file) => /<table\b/.test(read(file)));
    expect(tables).toEqual(['components/ui/simple-table.tsx']);
  });

  it('do not repeat rule bodies: a repeated one belongs into the kit (components/ui, theme/global.css)', () => {
    const byBody = Map.groupBy(
      sheets.flatMap(rulesOf).filter(({ declarations }) => declarations.length >= ALIKE_FROM),
      ({ declarations }) => declarations.join('; '),
    );
    const repeated = [...byBody].filter(([, rules]) => rules.length > 1);
    const count = repeated.reduce((sum, [, rules]) => sum + rules.length, 0);
    const told = repeated
      .sort((a, b) => b[1].length - a[1].length)
      .map(([body, rules]) => `${body}\n${rules.map(({ file, selector }) => `    ${file} ${selector}`).join('\n')}`);
    expect(count, `${count} rules repeat another one:\n${told.join('\n')}`).toBeLessThanOrEqual(MOST_ALIKE);
  });
});
