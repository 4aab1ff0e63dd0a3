import { id as idSchema } from '@quayside/contracts/primitives';
import { NEW_SUPPLIER } from '@quayside/contracts/suppliers/supplier-fields';
import {
  MAX_SUPPLIER_ROWS,
  type SupplierImport,
  type SupplierValueMapping,
} from '@quayside/contracts/suppliers/supplier-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { isCountry } from '@quayside/domain/products/countries';
import { TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import type { Work } from '../../../db/tx.ts';
import { AppError, type FieldProblem } from '../../../http/errors.ts';
import {
  type Begun,
  columnsOf,
  deleteRows,
  type EndState,
  type ErrorGroup,
  type FieldRules,
  firstRows,
  type ImportKind,
  type ImportRecord,
  mappingOf,
  type RowSummary,
  type Stored,
  summariseRows,
  undoneDetails,
} from '../../imports/public.ts';
import { restoreSuppliers, storeSuppliers } from '../bulk/supplier-changes.service.ts';
import { hasIdentity, isSupplierField } from './supplier-imports.fields.ts';
import {
  countKnown,
  isSupplierHeader,
  openQuestion,
  type SupplierLayout,
  supplierLayoutOf,
  twiceIn,
} from './supplier-imports.layout.ts';
import { planRows, type Similar } from './supplier-imports.match.ts';
import { insertImportRows, rowsOfSuppliers } from './supplier-imports.queries.ts';
import { type PlannedRow, type ReadRow, readSupplierRow } from './supplier-imports.rows.ts';
import { findSupplierRefs } from '../rows/suppliers.queries.ts';

/** What an import of suppliers found and did. */
interface SupplierResult
  extends Omit<RowSummary, 'errorGroups'>,
    Pick<SupplierImport, 'columns' | 'similar' | 'sample' | 'sameFileAs' | 'undo'> {
  readonly errorGroups: readonly ErrorGroup[];
  readonly failure: Text | null;
}
export type SupplierImportRecord = ImportRecord<SupplierLayout, SupplierResult>;
/** A row with the id of the supplier that it creates. */
interface PlannedWithId extends PlannedRow {
  readonly supplierId: string | null;
}
/** What a check found: suppliers are stored in the call that checks them. */
interface Found {
  readonly plans: PlannedWithId[];
  readonly similar: Similar[];
}

const NO_RESULT: SupplierResult = {
  counts: { rows: 0, create: 0, update: 0, skip: 0, fail: 0 },
  columns: [],
  errors: [],
  errorCount: 0,
  errorGroups: [],
  similar: [],
  sample: [],
  sameFileAs: null,
  failure: null,
  undo: null,
};
const MOST_SIMILAR = 500;
const MAX_KEPT = 1000;

const rules: FieldRules = {
  isField: isSupplierField,
  twiceIn,
  unidentified: (fields) => (hasIdentity(fields) ? undefined : say('imports.needs_company_name')),
  checkValues: (w, values) => checkMeanings(w, values as readonly SupplierValueMapping[]),
};

/** Throws if a word is said to mean a value that its field cannot have. */
async function checkMeanings(w: Work, values: readonly SupplierValueMapping[]): Promise<void> {
  const ids = values.flatMap(({ field, to }) => (field === 'companyName' && isId(to) ? [to] : []));
  const suppliers = await findSupplierRefs(w, ids);
  const refusals: Readonly<Record<SupplierValueMapping['field'], (to: string | null) => Text | undefined>> = {
    companyName: (to) =>
      to === NEW_SUPPLIER || (to !== null && suppliers.has(to)) ? undefined : say('choose.supplier'),
    country: (to) => (to === null || isCountry(to) ? undefined : say('choose.country')),
    currency: (to) => (to === null || isCurrency(to) ? undefined : say('choose.currency')),
    paymentTerms: (to) => (TERM_EVENTS.some((event) => event === to) ? undefined : say('rows.terms_event')),
    shippingMethod: (to) =>
      to === null || SHIPPING_METHODS.some((method) => method === to)
        ? undefined
        : say('rows.one_of', { values: SHIPPING_METHODS.join(', ') }),
  };
  const errors = values.flatMap(({ field, to }, i): FieldProblem[] => {
    const message = refusals[field](to);
    return message ? [{ field: `values.${i}.to`, message }] : [];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}
const isId = (text: string | null): text is string => text !== null && idSchema.safeParse(text).data === text;

/** Decides what rows do, with an id for each supplier that will be created. A dry run locks no supplier. */
async function decide(
  w: Work,
  { layout, isDryRun, mode }: Begun<SupplierLayout, SupplierResult>,
  rows: readonly ReadRow[],
  found: Found,
) {
  const { plans, similar } = await planRows(w, layout, rows, isDryRun ? 'peek' : undefined);
  const hasErrors = plans.some(({ action }) => action === 'FAIL');
  const isStored = !isDryRun && !(hasErrors && mode === 'ALL_OR_NOTHING');
  const batch = plans.map((plan) => ({
    ...plan,
    supplierId: plan.before?.id ?? (plan.action === 'CREATE' && isStored ? w.newId() : null),
  }));
  found.plans.push(...batch);
  found.similar.push(...similar);
  return { batch, hasErrors };
}

async function summarise(
  w: Work,
  { id, result }: Begun<SupplierLayout, SupplierResult>,
  found: Found | undefined,
): Promise<SupplierResult> {
  const table = 'supplier_import_row';
  const first = await firstRows<string>(w, table, id, 'company_name');
  const sample = first.map(({ row, action, value }) => ({ row, action, companyName: value }));
  const similar = found?.similar.slice(0, MOST_SIMILAR) ?? result.similar;
  return { ...result, ...(await summariseRows(w, table, id)), sample, similar };
}

async function storePlans(
  w: Work,
  { id }: SupplierImportRecord,
  { memory }: { readonly memory?: Found | undefined },
): Promise<Stored> {
  const plans = memory?.plans ?? [];
  await storeSuppliers(
    w,
    id,
    plans.flatMap(({ action, before, state }) => (action === 'UPDATE' && before ? [{ before, state }] : [])),
    plans.flatMap(({ action, supplierId, state }) => (action === 'CREATE' ? [{ id: supplierId ?? '', state }] : [])),
  );
  return { is: 'stored', isAsChecked: true, events: [] };
}

/**
 * Deletes the suppliers that an import created, unless something uses them, and restores the suppliers that it changed.
 * Suppliers that were edited since are skipped.
 */
async function undo(w: Work, { id, result }: SupplierImportRecord): Promise<SupplierResult> {
  const { deleted, restored, kept } = await restoreSuppliers(w, id);
  const rows = await rowsOfSuppliers(w, id);
  const named = kept
    .map((supplier) => ({ row: rows.get(supplier.supplierId) ?? 0, ...supplier }))
    .toSorted((a, b) => a.row - b.row)
    .slice(0, MAX_KEPT);
  return { ...result, undo: { at: w.now.toISOString(), deleted, restored, keptCount: kept.length, kept: named } };
}

/** Imports of suppliers: at most 2,000 rows, which are stored in the transaction of the call. */
export const SUPPLIERS: ImportKind<SupplierLayout, SupplierResult, ReadRow, readonly PlannedWithId[], Found> & {
  readonly rules: FieldRules;
  readonly rowsTable: 'supplier_import_row';
} = {
  name: 'SUPPLIERS',
  job: null,
  hasTurns: true,
  keepsFile: true,
  topic: 'supplier-imports',
  open: { maxRows: MAX_SUPPLIER_ROWS, isHeader: isSupplierHeader, countKnown },
  noTable: say('imports.no_supplier_table'),
  noResult: NO_RESULT,
  tables: [],
  rowsTable: 'supplier_import_row',
  rules,
  layoutOf: async (w, record, table) => {
    const fits = (fields: readonly (string | null)[]) => hasIdentity(fields) && twiceIn(fields) === undefined;
    const layout = supplierLayoutOf(table, await mappingOf(w, SUPPLIERS, record, table, fits));
    const { columns } = await columnsOf(table, layout);
    const plain = columns.map(({ name, field, samples, numbers }) => ({ name, field, samples, numbers }));
    return { layout, question: openQuestion(layout), result: { ...NO_RESULT, columns: plain } };
  },
  // A name is compared with those of all other rows.
  batchRows: MAX_SUPPLIER_ROWS,
  readRow: readSupplierRow,
  memoryOf: async () => ({ plans: [], similar: [] }),
  decide,
  stage: async (w, { id }, rows) => {
    await insertImportRows(w, id, rows);
    return undefined;
  },
  deleteStaged: (w, id) => deleteRows(w, 'supplier_import_row', [id]),
  summarise,
  isEmpty: () => false,
  storing: { in: 'ONE_TRANSACTION', store: storePlans, mayStoreBeside: () => false, undo },
  canUndo: (_w, { state, storageKey }) => state === 'IMPORTED' && storageKey !== null,
  audit: ({ id, fileName, result }, state) =>
    state === 'UNDONE'
      ? { action: 'supplier-import.undone', subjectIds: [id], details: undoneDetails(fileName, result.undo) }
      : { action: ENDED_AS[state], subjectIds: [id], details: { name: fileName, facts: result.counts } },
};

const ENDED_AS = {
  CHECKED: 'supplier-import.checked',
  IMPORTED: 'supplier-import.imported',
  REFUSED: 'supplier-import.refused',
  // No job works on imports of suppliers, so none fails.
  FAILED: 'supplier-import.refused',
  CANCELLED: 'supplier-import.cancelled',
} as const satisfies Record<Exclude<EndState, 'UNDONE'>, string>;
