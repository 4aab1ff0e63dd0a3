import type { SupplierImport, SupplierImportRow } from '@quayside/contracts/suppliers/supplier-imports';
import { idOf, USER_ID } from '../../../testing/person.ts';

/** A checked import of a CSV file with three columns: a new supplier and a changed one. */
export const aSupplierImport = (over: Partial<SupplierImport> = {}): SupplierImport => ({
  id: idOf(700),
  state: 'CHECKED',
  kind: 'CSV',
  encoding: 'utf-8',
  isMixed: false,
  sheet: null,
  fileName: 'factories.csv',
  fileSha256: 'a'.repeat(64),
  isDryRun: true,
  mode: 'ALL_OR_NOTHING',
  counts: { rows: 2, create: 1, update: 1, skip: 0, fail: 0 },
  progress: null,
  columns: [
    { name: 'Company', field: 'companyName', samples: ['Acme', 'Beta'], numbers: null },
    { name: 'Terms', field: 'paymentTerms', samples: ['100% on order'], numbers: null },
    { name: 'Land', field: 'country', samples: ['Chine'], numbers: null },
  ],
  mapping: 'GUESSED',
  errors: [],
  errorCount: 0,
  errorGroups: [],
  values: [],
  similar: [],
  suppliers: [],
  sample: [],
  sameFileAs: null,
  failure: null,
  createdBy: { id: USER_ID, name: 'Ada Crane' },
  createdAt: '2026-11-16T09:00:00Z',
  finishedAt: null,
  canUndo: false,
  undo: null,
  ...over,
});

/** A row of this import, which adds a supplier. */
export const aSupplierImportRow = (over: Partial<SupplierImportRow> = {}): SupplierImportRow => ({
  row: 2,
  action: 'CREATE',
  companyName: 'Acme',
  supplierId: null,
  changes: [
    { field: 'companyName', before: null, after: 'Acme' },
    { field: 'country', before: null, after: 'CN' },
    { field: 'paymentTerms', before: null, after: '100% on order' },
    { field: 'leadTimes.SEA.transit', before: null, after: '35' },
  ],
  errors: [],
  ...over,
});
