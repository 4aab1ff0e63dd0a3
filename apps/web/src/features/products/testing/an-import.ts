import type { ImportRow, ProductImport } from '@quayside/contracts/product-imports';
import { idOf, USER_ID } from '../../../testing/person.ts';

/** A CSV file of three columns that was checked: two new products, one changed one. */
export const anImport = (over: Partial<ProductImport> = {}): ProductImport => ({
  id: idOf(600),
  state: 'CHECKED',
  kind: 'CSV',
  encoding: 'windows-1252',
  sheet: null,
  fileName: 'kettles.csv',
  fileSha256: 'a'.repeat(64),
  isDryRun: true,
  mode: 'ALL_OR_NOTHING',
  counts: { rows: 3, create: 2, update: 1, skip: 0, fail: 0 },
  progress: null,
  columns: [
    { name: 'Artikel', field: 'sku', samples: ['KB-1', 'KB-2'] },
    { name: 'Bezeichnung', field: 'name', samples: ['Mug', ''] },
    { name: '', field: null, samples: ['blue', 'red'] },
  ],
  mapping: 'GUESSED',
  errors: [],
  errorCount: 0,
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

/** One of its rows, which adds a mug. */
export const anImportRow = (over: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  action: 'CREATE',
  sku: 'KB-1',
  name: 'Mug',
  productId: null,
  changes: [
    { field: 'sku', before: null, after: 'KB-1' },
    { field: 'name', before: null, after: 'Mug' },
    { field: 'weight', before: null, after: '300' },
  ],
  errors: [],
  ...over,
});
