import type { ImportRow, ProductImport } from '@quayside/contracts/products/product-imports';
import { idOf, USER_ID } from '../../../testing/person.ts';

/** A checked import of a CSV file with three columns: two new products and a changed one. */
export const anImport = (over: Partial<ProductImport> = {}): ProductImport => ({
  id: idOf(600),
  state: 'CHECKED',
  kind: 'CSV',
  encoding: 'windows-1252',
  isMixed: false,
  sheet: null,
  fileName: 'kettles.csv',
  fileSha256: 'a'.repeat(64),
  isDryRun: true,
  mode: 'ALL_OR_NOTHING',
  counts: { rows: 3, create: 2, update: 1, skip: 0, fail: 0 },
  progress: null,
  columns: [
    { name: 'Artikel', field: 'sku', samples: ['KB-1', 'KB-2'], numbers: null, unit: null },
    { name: 'Bezeichnung', field: 'name', samples: ['Mug', ''], numbers: null, unit: null },
    { name: '', field: null, samples: ['blue', 'red'], numbers: null, unit: null },
  ],
  mapping: 'GUESSED',
  errors: [],
  errorCount: 0,
  errorGroups: [],
  values: [],
  sample: [],
  parcels: null,
  sameFileAs: null,
  failure: null,
  createdBy: { id: USER_ID, name: 'Ada Crane' },
  createdAt: '2026-11-16T09:00:00Z',
  finishedAt: null,
  canUndo: false,
  undo: null,
  ...over,
});

/** A value that a row of an import adds. */
export const aChange = (over: Partial<ImportRow['changes'][number]>): ImportRow['changes'][number] => ({
  field: 'name',
  before: null,
  after: null,
  unitBefore: null,
  unitAfter: null,
  ...over,
});

/** A row of this import, which adds a mug. */
export const anImportRow = (over: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  action: 'CREATE',
  sku: 'KB-1',
  name: 'Mug',
  productId: null,
  foundBy: null,
  changes: [
    aChange({ field: 'sku', after: 'KB-1' }),
    aChange({ field: 'name', after: 'Mug' }),
    aChange({ field: 'weight', after: '300', unitAfter: 'GR' }),
  ],
  errors: [],
  ...over,
});
