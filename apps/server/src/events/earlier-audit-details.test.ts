import { describe, expect, it } from 'vitest';
import type { AuditRow } from './audit-actions.ts';
import { changesInWords, detailsOf, idsInDetails } from './audit-details.ts';

const LINE = '01a1fd84-0000-7000-8000-000000000001';
const HERE = '11a1fd84-0000-7000-8000-000000000002';
const THERE = '21a1fd84-0000-7000-8000-000000000003';
const OLD = '31a1fd84-0000-7000-8000-000000000004';

const names = { position: () => null, label: (id: string) => `<${id.slice(0, 4)}>` };
const rowOf = (action: string, details: unknown): AuditRow => ({
  action,
  subjectIds: [action.startsWith('invoice-line.') ? LINE : HERE],
  historyOf: HERE,
  details,
});
/**
 * Formats the changes of a row as `field: from > to`. A change of a line begins with the position of the line, or with
 * its id.
 */
const read = (action: string, details: unknown) =>
  changesInWords(detailsOf(rowOf(action, details)), names).map(
    ({ line, field, from, to }) =>
      `${line === null ? '' : `${line.position ?? names.label(line.id)} `}${field}: ${from} > ${to}`,
  );

// The format that each action's details had before details had a version.
describe('the changes of a row of an earlier release', () => {
  it.each<[string, unknown, string[]]>([
    [
      'account.settings-changed',
      { from: { archiveAfterDays: 30 }, to: { archiveAfterDays: 45 } },
      ['archiveAfterDays: 30 > 45'],
    ],
    [
      'account.fee-mails-changed',
      { from: { isFeeTrackerDailyFoundEmailEnabled: true }, to: { isFeeTrackerDailyFoundEmailEnabled: false } },
      ['isFeeTrackerDailyFoundEmailEnabled: true > false'],
    ],
    [
      'member.invited',
      { email: 'vera@example.test', from: null, to: { roles: ['sv-account-viewer'] } },
      ['roles: null > sv-account-viewer', 'email: null > vera@example.test'],
    ],
    [
      'member.invited-again',
      {
        email: 'vera@example.test',
        from: { status: 'INVITED', roles: ['sv-account-viewer'] },
        to: { roles: ['sv-account-admin'] },
      },
      ['status: INVITED > null', 'roles: sv-account-viewer > sv-account-admin', 'email: null > vera@example.test'],
    ],
    [
      'member.invitation-accepted',
      { from: { status: 'INVITED' }, to: { status: 'ACCEPTED', roles: ['sv-account-viewer'] } },
      ['status: INVITED > ACCEPTED', 'roles: null > sv-account-viewer'],
    ],
    [
      'member.invitation-revoked',
      { email: 'vera@example.test', roles: ['sv-account-viewer'] },
      ['email: vera@example.test > null', 'roles: sv-account-viewer > null'],
    ],
    [
      'member.role-changed',
      { from: ['sv-account-viewer'], to: ['sv-account-admin'] },
      ['roles: sv-account-viewer > sv-account-admin'],
    ],
    [
      'member.removed',
      { from: { roles: ['sv-account-viewer'], status: 'ACCEPTED' } },
      ['roles: sv-account-viewer > null', 'status: ACCEPTED > null'],
    ],
    ['person.profile-changed', { fields: ['firstName'] }, []],
    ['person.mails-unsubscribed', { kind: 'COST_CHECK' }, ['kind: null > COST_CHECK']],
    [
      'document.added',
      {
        to: { fileName: 'bill.pdf', sha256: 'ab', documentType: 'INVOICE', entities: [`INVOICE ${HERE}`] },
      },
      ['fileName: null > bill.pdf', 'documentType: null > INVOICE', 'entities: null > <11a1>'],
    ],
    [
      'document.replaced',
      { from: 1, to: 2, fileName: 'bill-2.pdf', sha256: 'ab' },
      ['fileVersion: 1 > 2', 'fileName: null > bill-2.pdf'],
    ],
    [
      'document.changed',
      {
        from: { documentType: 'OTHER', fileName: 'a.pdf', entities: [] },
        to: { documentType: 'INVOICE', fileName: 'a.pdf', entities: [`INVOICE ${HERE}`, `INVOICE ${THERE}`] },
      },
      ['documentType: OTHER > INVOICE', 'entities: null > <11a1>, <21a1>'],
    ],
    ['document.deleted', { fileName: 'bill.pdf' }, ['fileName: bill.pdf > null']],
    ['document.restored', { fileName: 'bill.pdf' }, ['fileName: null > bill.pdf']],
    ['notification.posted', { summary: 'Closed on Friday' }, ['summary: null > Closed on Friday']],
    [
      'view.created',
      { gridId: 'products', name: 'Mine', isShared: false },
      ['gridId: null > products', 'name: null > Mine', 'isShared: null > false'],
    ],
    ['view.default', { gridId: 'products' }, ['gridId: null > products']],
    ['supplier.created', { companyName: 'Haosheng' }, ['companyName: null > Haosheng']],
    [
      'supplier.changed',
      {
        lead_time: [null, 30],
        company_name: ['Works', 'Haosheng'],
        payment_terms: [[{ percent: '30.00', event: 'ORDER', days: 0 }], []],
      },
      ['leadTime: null > 30', 'companyName: Works > Haosheng', 'paymentTerms: 30.00 % ORDER > null'],
    ],
    [
      'supplier.archived',
      { archived_at: [null, '2026-11-20T10:00:00.000Z'] },
      ['archivedAt: null > 2026-11-20T10:00:00.000Z'],
    ],
    ['supplier.deleted', { companyName: 'Haosheng' }, ['companyName: Haosheng > null']],
    [
      'supplier.merged',
      { merged: 'Works', moved: { invoices: 2, products: 0 }, filled: ['city', 'country'] },
      ['merged: null > Works', 'invoices: null > 2', 'products: null > 0', 'filled: null > city, country'],
    ],
    [
      'supplier.merged-away',
      { companyName: 'Works', into: THERE },
      ['companyName: Works > null', 'into: <21a1> > null'],
    ],
    [
      'supplier.merge-undone',
      { brought: 'Works', restored: 3, kept: 1 },
      ['brought: null > Works', 'restored: null > 3', 'kept: null > 1'],
    ],
    [
      'supplier.bank-details-changed',
      { accountNumber: [null, '•••• 6819'], fields: ['beneficiary'] },
      ['accountNumber: null > •••• 6819'],
    ],
    ['supplier.bank-details-removed', { accountNumber: ['•••• 6819', null] }, ['accountNumber: •••• 6819 > null']],
    ['supplier.bank-details-revealed', {}, []],
    ['product.created', { sku: 'PAN' }, ['sku: null > PAN']],
    ['product.changed', { fields: ['picture'], sha256: 'ab' }, []],
    ['product.deleted', { sku: 'PAN', name: 'Pan' }, ['sku: PAN > null', 'name: Pan > null']],
    ['product.bundle-changed', { before: null, after: '2 × PAN' }, ['bundle: null > 2 × PAN']],
    [
      'product.bulk-changed',
      { changes: { brand: 'Moss', addTags: ['a', 'b'], addSupplierIds: [HERE, THERE] }, operationId: OLD },
      ['brand: null > Moss', 'addTags: null > a, b', 'addSupplierIds: null > <11a1>, <21a1>'],
    ],
    ['product.rows-changed', { rows: 3, operationId: OLD }, ['rows: null > 3']],
    ['product.bulk-undone', { operationId: OLD, restored: 2, kept: 0 }, ['restored: null > 2', 'kept: null > 0']],
    [
      'product.measures_applied',
      { orders: [OLD], to: { weightGrams: '12', volumeCm3: null } },
      ['weightGrams: null > 12'],
    ],
    ['product.measures_undone', { orders: [OLD] }, []],
    [
      'import.imported',
      { fileName: 'list.csv', rows: 2, create: 1, update: 1, skip: 0, fail: 0 },
      [
        'fileName: null > list.csv',
        'rows: null > 2',
        'create: null > 1',
        'update: null > 1',
        'skip: null > 0',
        'fail: null > 0',
      ],
    ],
    [
      'import.undone',
      { fileName: 'list.csv', deleted: 1, restored: 1, kept: 0 },
      ['fileName: null > list.csv', 'deleted: null > 1', 'restored: null > 1', 'kept: null > 0'],
    ],
    [
      'invoice.created',
      {
        to: { total: '10.00', number: 'NB-7', kind: 'INVOICE', supplierId: THERE, date: '2026-11-02', rate: null },
      },
      [
        'invoiceNumber: null > NB-7',
        'kind: null > INVOICE',
        'supplier: null > <21a1>',
        'date: null > 2026-11-02',
        'total: null > 10.00',
      ],
    ],
    [
      'invoice.changed',
      {
        from: { tracking: null, total: null, isNumberFromDate: true },
        to: { tracking: 'T-1', total: '104.00 CNY', isNumberFromDate: false },
        pairedWith: [[], [`INVOICE ${THERE}`, `ORDER ${LINE}`]],
        status: ['REVIEW', 'WORKING'],
      },
      [
        'total: null > 104.00 CNY',
        'tracking: null > T-1',
        'status: REVIEW > WORKING',
        'pairedWith: null > <21a1>, <01a1>',
      ],
    ],
    ['invoice.confirmed', { from: 'WORKING', to: 'OPEN' }, ['status: WORKING > OPEN']],
    ['invoice.archived', { from: { archived: false }, to: { archived: true } }, ['archived: false > true']],
    [
      'invoice.deleted',
      { number: 'NB-7', total: '10.00', currency: 'GBP' },
      ['invoiceNumber: NB-7 > null', 'currency: GBP > null', 'total: 10.00 > null'],
    ],
    [
      'invoice.document-attached',
      { from: null, to: THERE, fileName: 'bill.pdf', inFront: true },
      ['document: null > bill.pdf'],
    ],
    ['invoice.document-replaced', { document: THERE, fileName: 'bill.pdf' }, ['document: null > bill.pdf']],
    [
      'invoice.document-detached',
      { from: { document: 'bill.pdf' }, to: { document: null }, documentId: THERE },
      ['document: bill.pdf > null'],
    ],
    [
      'invoice.supplier-merged',
      { from: { supplier: 'Works' }, to: { supplier: 'Haosheng' } },
      ['supplier: Works > Haosheng'],
    ],
    [
      'invoice.replaced',
      {
        from: { tracking: null },
        to: { tracking: 'R' },
        lines: [{ lineId: LINE, invoiceId: HERE, from: { amount: '1.00 CNY' }, to: { amount: '2.00 CNY' } }],
        removed: [{ lineId: THERE, position: 2, from: { name: 'Gone' } }],
      },
      ['tracking: null > R', '<01a1> amount: 1.00 CNY > 2.00 CNY', '2 name: Gone > null'],
    ],
    ['invoice-line.deleted', { invoiceId: HERE, position: 4, from: { name: 'Gone' } }, ['4 name: Gone > null']],
    [
      'invoice-line.imported',
      { from: { lineCount: 1 }, to: { lineCount: 3, amount: '12.00 CNY' } },
      ['lineCount: 1 > 3', 'amount: null > 12.00 CNY'],
    ],
  ])('of %s', (action, details, expected) => {
    expect(read(action, details)).toEqual(expected);
  });

  it('are those of one invoice, where the row holds lines of several', () => {
    const lines = [
      { lineId: LINE, invoiceId: THERE, from: { amount: '1.00' }, to: { amount: '2.00' } },
      {
        lineId: LINE,
        invoiceId: HERE,
        from: { amount: '3.00', hasChosenScope: false },
        to: { amount: '4.00', hasChosenScope: true },
      },
    ];
    expect(read('invoice-line.changed', { lines })).toEqual(['<01a1> amount: 3.00 > 4.00']);
  });

  it('name exclusions, scopes and shares of a line', () => {
    const line = {
      lineId: LINE,
      from: { isExcluded: false, productId: null },
      to: { isExcluded: true, productId: THERE },
      scope: [{ type: 'PRODUCT', id: HERE }],
      manualShares: [{ layerId: THERE, amount: '5' }],
    };
    expect(read('invoice-line.changed', { lines: [line] })).toEqual([
      '<01a1> product: null > <21a1>',
      '<01a1> isExcludedFromGeneralCostsData: false > true',
      '<01a1> scope: null > <11a1>',
      '<01a1> manualShares: null > <21a1>: 5',
    ]);
  });

  it.each([
    [null],
    ['nonsense'],
    [{ from: 7, to: [] }],
    [{ lines: 'x', removed: [null, 3] }],
    [{ lines: [{ from: { name: 'a' }, to: { name: 'b' } }] }],
  ])('with the value %j are left out', (details) => {
    expect(read('invoice.changed', details)).toEqual([]);
  });

  it('never show a secret', () => {
    expect(read('person.later', { passwordHash: 'x', to: { accessToken: 'y', name: 'z' } })).toEqual([
      'name: null > z',
    ]);
  });
});

describe('a row of an earlier release', () => {
  it.each([
    ['product.deleted', { sku: 'PAN', name: 'Pan' }, 'PAN'],
    ['document.added', { to: { fileName: 'bill.pdf' } }, 'bill.pdf'],
    ['invoice.created', { to: { number: 'NB-7' } }, 'NB-7'],
    ['product.changed', { fields: ['tags'] }, null],
  ])('of %s has the name that its subject had', (action, details, name) => {
    expect(detailsOf(rowOf(action, details)).name).toBe(name);
  });

  it('names changed fields without their values', () => {
    expect(detailsOf(rowOf('person.profile-changed', { fields: ['firstName', 3, 'passwordHash'] })).fields).toEqual([
      'firstName',
    ]);
  });

  it('provides all its ids at once', () => {
    const rows = [{ a: [LINE, { b: `INVOICE ${HERE}` }] }, null, undefined, LINE].map((details) => ({ details }));
    expect(idsInDetails(rows)).toEqual([LINE, HERE]);
  });
});
