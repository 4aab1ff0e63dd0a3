import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../../web/src');
/** The names of lists that do not end in "entities"; each is a noun in the plural or of many things. */
const LISTS = [
  'costs:explain.stock.entity',
  'documents:invoice.versions',
  'imports:rowsEntity',
  'mailbox:entity',
  'mails:sent.entity',
  'operations:entity',
  'payments:calendar.entriesEntity',
  'products:changelog.entity',
  'profile:sessions.entity',
  'shipments:plans.container.entity',
  'shipments:plans.invoices.entity',
  'shipments:plans.loose.entity',
  'shipments:receiving.missing.entity',
  'shipments:receiving.receipts.entity',
  'suppliers:purchases.entity',
];

const failed = globSync('**/*.tsx', { cwd: WEB })
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) =>
    [...readFileSync(join(WEB, file), 'utf8').matchAll(/<ErrorState\b.*?\/>/gs)].map(([tag]) => ({ file, tag })),
  );
const named = (prop: 'entity' | 'record') =>
  failed.flatMap(({ tag }) =>
    [...tag.matchAll(new RegExp(`\\b${prop}=\\{t\\('([^']+)'\\)\\}`, 'g'))].map(([, key]) => key),
  );

describe('what failed to load', () => {
  it('is told with the documented words: those of a list, or those of a single record', () => {
    expect(named('record').length).toBeGreaterThan(20);
    const lists = named('entity').filter((key = '') => !/[eE]ntities$|\.invoices$/.test(key));
    expect([...new Set(lists)].toSorted((x, y) => (String(x) < String(y) ? -1 : 1))).toEqual(LISTS);
    expect(named('record').filter((key = '') => LISTS.includes(key) || /[eE]ntities$/.test(key))).toEqual([]);
  });
});
