import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { MAX_IMPORT_ROWS, type ValueMapping } from '@quayside/contracts/products/product-imports';
import { id as idSchema } from '@quayside/contracts/primitives';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { numberOpen, openColumn } from '../../../tables/import-columns.ts';
import type { OpenTable } from '../../../tables/open-table.ts';
import {
  type Choices,
  columnsOf,
  deleteRows,
  type EndState,
  type FieldRules,
  type ImportKind,
  mappingOf,
  undoneDetails,
} from '../../imports/public.ts';
import { notify } from '../../notifications/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { storeRows } from './imports.apply.ts';
import { decideRows } from './imports.decide.ts';
import { isField } from './imports.fields.ts';
import {
  columnWithoutUnit,
  countKnown,
  hasSku,
  type Layout,
  layoutOf,
  noSku,
  sameField,
  twiceIn,
  unitOpen,
} from './imports.layout.ts';
import { checkParents } from './imports.parents.queries.ts';
import { type ReadRow, readRow } from './imports.rows.ts';
import { insertStaged, type StagedRow, stagedKeys, summarise } from './imports.rows.queries.ts';
import type { ProductImportRecord, Result } from './imports.types.ts';
import { chunkedUndo, undoWhole } from './imports.undo.ts';

/** The row number of the first row with each SKU. */
type FirstRows = Map<string, number>;
type ProductKind = ImportKind<Layout, Result, ReadRow, readonly StagedRow[], FirstRows>;

/** What a person must tell before the rows can be checked; null if nothing is open. */
function openQuestion(layout: Layout, samples: readonly (readonly string[])[]): Text | null {
  if (!layout.fields.includes('sku')) return noSku(layout.names);
  const twice = sameField(layout);
  if (twice) return twice;
  const number = openColumn(layout);
  if (number >= 0) return numberOpen(layout, number);
  const unit = columnWithoutUnit(layout, samples);
  return unit >= 0 ? unitOpen(layout, unit) : null;
}

async function findLayout(w: Work, record: ProductImportRecord, table: OpenTable) {
  const fits = (fields: readonly (string | null)[]) => fields.includes('sku') && twiceIn(fields, true) === undefined;
  const { fields, mapping, marks, units, values } = await mappingOf(w, PRODUCTS, record, table, fits);
  const layout = { ...layoutOf(table, fields && { fields, mapping }, marks, units), values: values as ValueMapping[] };
  const { columns, samples } = await columnsOf(table, layout);
  return { layout, question: openQuestion(layout, samples), result: { ...NO_RESULT, columns } };
}

const NO_RESULT: Result = {
  counts: { rows: 0, create: 0, update: 0, skip: 0, fail: 0 },
  columns: [],
  errors: [],
  errorCount: 0,
  errorGroups: [],
  sample: [],
  parcels: null,
  sameFileAs: null,
  failure: null,
  undo: null,
};

const rules: FieldRules = {
  isField,
  twiceIn: (fields, { kind }) => twiceIn(fields, kind === 'AMAZON_LISTINGS'),
  unidentified: (fields) => (fields.includes('sku') ? undefined : say('imports.needs_sku')),
  checkValues: checkSuppliers,
};

/** Throws if a name is said to mean a supplier that the account does not have. */
async function checkSuppliers(w: Work, values: NonNullable<Choices['values']>): Promise<void> {
  const ids = values.flatMap(({ field, to }) => (field === 'supplier' && to !== null && isId(to) ? [to] : []));
  const known = await suppliersByIds(w, ids);
  const unknown = values.findIndex(({ field, to }) => field === 'supplier' && to !== null && !known.has(to));
  if (unknown >= 0) throw fieldError(`values.${unknown}.to`, say('choose.supplier'));
}
const isId = (text: string) => idSchema.safeParse(text).data === text;

/** Imports of products: stored in one transaction, all or nothing unless a person imports the valid rows. */
export const PRODUCTS: ProductKind & {
  readonly job: 'products.import';
  readonly rules: FieldRules;
  readonly rowsTable: 'product_import_row';
} = {
  name: 'PRODUCTS',
  job: 'products.import',
  hasTurns: true,
  keepsFile: true,
  topic: 'imports',
  open: { maxRows: MAX_IMPORT_ROWS, isHeader: hasSku, countKnown },
  noTable: say('imports.no_table'),
  noResult: NO_RESULT,
  tables: ['product', 'product_supplier', 'product_import_row', 'operation_row'],
  rowsTable: 'product_import_row',
  rules,
  layoutOf: findLayout,
  batchRows: 1000,
  readRow,
  memoryOf: async (w, { id, rowsDone }) => (rowsDone === 0 ? new Map() : stagedKeys(w, id)),
  decide: async (w, { layout }, rows, firstRow) => {
    const batch = await decideRows(w, layout, rows, firstRow);
    return { batch, hasErrors: batch.some((row) => row.action === 'FAIL') };
  },
  stage: async (w, { id }, rows) => {
    await insertStaged(w, id, rows);
    return undefined;
  },
  deleteStaged: (w, id) => deleteRows(w, 'product_import_row', [id]),
  summarise: async (w, { id, layout, result, state }) => {
    // The checks for which all rows must have been read.
    if (state === 'CHECKING') await checkParents(w, id, layout);
    return { ...result, ...(await summarise(w, id)) };
  },
  isEmpty: () => false,
  storing: {
    in: 'ONE_TRANSACTION',
    store: storeRows,
    // A parent may come later in the file than its variants, and may be invalid.
    mayStoreBeside: ({ isDryRun, layout }) => !isDryRun && !layout.fields.includes('parent'),
    undo: undoWhole,
    chunkedUndo,
  },
  canUndo: (_w, { state, storageKey }) => state === 'IMPORTED' && storageKey !== null,
  audit: ({ id, fileName, result }, state) =>
    state === 'UNDONE'
      ? { action: 'import.undone', subjectIds: [id], details: undoneDetails(fileName, result.undo) }
      : { action: ENDED_AS[state], subjectIds: [id], details: { name: fileName, facts: result.counts } },
  tell: tellMembers,
};

const ENDED_AS = {
  CHECKED: 'import.checked',
  IMPORTED: 'import.imported',
  REFUSED: 'import.refused',
  FAILED: 'import.failed',
  CANCELLED: 'import.cancelled',
} as const satisfies Record<Exclude<EndState, 'UNDONE'>, string>;

/**
 * Notifies all members when an import has succeeded. A failed import is reported in this way only if no caller waits
 * for the answer.
 */
async function tellMembers(
  w: Work,
  { id, state, fileName, result: { counts, failure } }: ProductImportRecord,
): Promise<void> {
  const about = { type: 'IMPORT', id } as const;
  if (state === 'IMPORTED')
    await notify(w, {
      type: 'INFO',
      summary: say('notice.import_finished'),
      message: [
        say('notice.import_counts', {
          file: fileName,
          created: counts.create,
          updated: counts.update,
          skipped: counts.skip + counts.fail,
        }),
      ],
      about,
    });
  else if ((state === 'REFUSED' || state === 'FAILED') && w.scope.sessionId === null)
    await notify(w, {
      type: 'ERROR',
      summary: say('notice.import_failed'),
      message: [
        failure
          ? say('notice.import_failure', { file: fileName, failure })
          : say('notice.import_has_errors', { file: fileName }),
      ],
      about,
    });
}
