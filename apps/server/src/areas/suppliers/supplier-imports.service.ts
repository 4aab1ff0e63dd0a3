import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type { ImportMode } from '@quayside/contracts/imports';
import { id as idSchema } from '@quayside/contracts/primitives';
import { NEW_SUPPLIER } from '@quayside/contracts/supplier-fields';
import {
  type createSupplierImport as createSpec,
  MAX_SUPPLIER_ROWS,
  type remapSupplierImport as remapSpec,
  type SupplierImport,
  type SupplierValueMapping,
} from '@quayside/contracts/supplier-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { isCountry } from '@quayside/domain/products/countries';
import { TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import type { Work } from '../../db/tx.ts';
import { changed, record as recordChange } from '../../events/outbox.ts';
import { AppError, fieldError, type FieldProblem, notFound } from '../../http/errors.ts';
import { openUploadedTable, refuseFile, type TableFiles } from '../../http/table-upload.ts';
import type { Upload } from '../../http/upload.ts';
import {
  errorFileName,
  errorFileOf,
  headerHash,
  headerNames,
  mergeChoices,
  openMarks,
  remember,
  samplesOf,
} from '../../tables/import-columns.ts';
import { shown } from '../../tables/cells.ts';
import type { FileChoice, OpenTable } from '../../tables/open-table.ts';
import { restoreSuppliers, storeSuppliers } from './supplier-changes.service.ts';
import { hasIdentity, isSupplierField } from './supplier-imports.fields.ts';
import {
  countKnown,
  isSupplierHeader,
  openQuestion,
  type SupplierChoices,
  supplierLayoutOf,
  twiceIn,
} from './supplier-imports.layout.ts';
import { planRows, type Similar } from './supplier-imports.match.ts';
import {
  findChoices,
  findSameFile,
  findSupplierImport,
  insertSupplierImport,
  replaceImportRows,
  rowErrors,
  rowsOfSuppliers,
  type SupplierImportRecord,
  type SupplierImportState,
  takeSupplierImportTurn,
  updateSupplierImport,
} from './supplier-imports.queries.ts';
import { type PlannedRow, type ReadRow, readSupplierRow } from './supplier-imports.rows.ts';
import { resultOf } from './supplier-imports.summary.ts';
import { findSupplierImportView } from './supplier-imports.views.ts';
import { findSupplierRefs } from './suppliers.queries.ts';

/** A stored import whose file is still there. */
type WithFile = SupplierImportRecord & { readonly storageKey: string };
const hasFile = (record: SupplierImportRecord): record is WithFile => record.storageKey !== null;

const openFile = (files: TableFiles, key: string, choice: FileChoice = {}): Promise<OpenTable> =>
  openUploadedTable(
    files,
    key,
    { maxRows: MAX_SUPPLIER_ROWS, isHeader: isSupplierHeader, countKnown, ...choice },
    say('imports.no_supplier_table'),
  );

/** Creates an import from a file: checks it and, unless this is a dry run, stores its suppliers. */
export async function createSupplierImport(
  w: Work,
  files: TableFiles,
  upload: Upload,
  { dryRun, mode, decimalMark, sheet, encoding }: QueryOut<typeof createSpec>,
): Promise<SupplierImport> {
  const file = { sheet, encoding };
  const table = await openFile(files, upload.storageKey, file);
  const { headerSha256, remembered } = await memoryOf(w, table).catch(refuseFile);
  const choices: SupplierChoices = { fields: null, values: [], ...remembered, decimalMarks: decimalMark ?? null, file };
  const record: Omit<SupplierImportRecord, 'layout' | 'result' | 'state' | 'finishedAt'> = {
    id: w.newId(),
    mode,
    isDryRun: dryRun,
    fileName: upload.fileName,
    fileSha256: upload.sha256,
    storageKey: upload.storageKey,
    size: upload.size,
    headerSha256,
    mappedAt: null,
    choices,
    createdBy: w.scope.userId,
    createdAt: w.now,
  };
  if (!dryRun) await takeSupplierImportTurn(w);
  const checked = await check(w, table, record, remembered ? 'REMEMBERED' : 'GUESSED').catch(refuseFile);
  if (checked.failure && !dryRun) throw fieldError('file', checked.failure, 'imports.unreadable');
  const made = toRecord(w, record, checked);
  await insertSupplierImport(w, made);
  await end(w, made, checked);
  return getSupplierImport(w, record.id);
}

/** What is remembered for files with the headings of a table. A choice that no longer fits is ignored. */
async function memoryOf(w: Work, table: OpenTable) {
  const headerSha256 = headerHash(headerNames(table));
  const remembered = await findChoices(w, headerSha256);
  const fits = remembered?.fields && hasIdentity(remembered.fields) && twiceIn(remembered.fields) === undefined;
  return { headerSha256, remembered: fits ? remembered : undefined };
}

/** The outcome of a check. If `failure` is set, the rows were not read. */
interface Checked {
  readonly layout: SupplierImportRecord['layout'];
  readonly columns: SupplierImport['columns'];
  readonly sameFileAs: SupplierImport['sameFileAs'];
  readonly failure: Text | null;
  readonly rows: number;
  readonly plans: readonly PlannedRow[];
  readonly similar: readonly Similar[];
}

async function check(
  w: Work,
  table: OpenTable,
  { id, choices, fileSha256, isDryRun }: Pick<SupplierImportRecord, 'id' | 'choices' | 'fileSha256' | 'isDryRun'>,
  mapping: SupplierImport['mapping'],
): Promise<Checked> {
  const layout = supplierLayoutOf(table, choices, mapping);
  const samples = await samplesOf(table, layout.names.length);
  const failure = openQuestion(layout);
  const rows: ReadRow[] = [];
  if (!failure) for await (const part of table.rows()) rows.push(...part.map((row) => readSupplierRow(layout, row)));
  const planned = failure ? { plans: [], similar: [] } : await planRows(w, layout, rows, isDryRun ? 'peek' : undefined);
  return {
    ...planned,
    layout,
    columns: layout.names.map((name, i) => ({
      name: shown(name),
      field: layout.fields[i] ?? null,
      samples: (samples[i] ?? []).map(shown),
      numbers: layout.numbers[i] ?? null,
    })),
    sameFileAs: await findSameFile(w, fileSha256, id),
    failure,
    rows: table.total,
  };
}

/** An import with the outcome of its check. */
const toRecord = (
  w: Work,
  record: Omit<SupplierImportRecord, 'layout' | 'result' | 'state' | 'finishedAt'>,
  checked: Checked,
): SupplierImportRecord => ({
  ...record,
  state: 'CHECKED',
  layout: checked.layout,
  result: resultOf(checked),
  finishedAt: w.now,
});

const ENDED_AS = {
  CHECKED: 'supplier-import.checked',
  IMPORTED: 'supplier-import.imported',
  REFUSED: 'supplier-import.refused',
  CANCELLED: 'supplier-import.cancelled',
} as const satisfies Partial<Record<SupplierImportState, string>>;

/** Ends a check: stores the suppliers unless this is a dry run or the rows with errors refuse the whole file. */
async function end(w: Work, record: SupplierImportRecord, { plans }: Pick<Checked, 'plans'>): Promise<void> {
  const state = record.isDryRun ? 'CHECKED' : mustRefuse(record) ? 'REFUSED' : 'IMPORTED';
  const made = new Map(plans.filter((p) => p.action === 'CREATE').map((plan) => [plan.row, w.newId()]));
  await replaceImportRows(
    w,
    record.id,
    plans.map(({ row, action, companyName, before, changes, errors }) => ({
      row,
      action,
      companyName,
      supplierId: before?.id ?? (state === 'IMPORTED' ? (made.get(row) ?? null) : null),
      changes,
      errors,
    })),
  );
  if (state === 'IMPORTED')
    await storeSuppliers(
      w,
      record.id,
      plans.flatMap(({ action, before, state: after }) =>
        action === 'UPDATE' && before ? [{ before, state: after }] : [],
      ),
      plans.flatMap((plan) => (plan.action === 'CREATE' ? [{ id: made.get(plan.row) ?? '', state: plan.state }] : [])),
    );
  await finish(w, record, state);
}

/**
 * Whether nothing may be stored, because the mode is all or nothing and a row is invalid, or because no row is valid.
 */
const mustRefuse = ({ mode, result: { counts } }: SupplierImportRecord): boolean =>
  counts.fail > 0 && (mode === 'ALL_OR_NOTHING' || counts.fail === counts.rows);

async function finish(w: Work, record: SupplierImportRecord, state: keyof typeof ENDED_AS): Promise<void> {
  await updateSupplierImport(w, { ...record, state, finishedAt: w.now });
  await recordChange(
    w,
    {
      action: ENDED_AS[state],
      subjectIds: [record.id],
      details: { name: record.fileName, facts: record.result.counts },
    },
    changed('supplier-imports', [record.id]),
  );
}

/** One import of the account. Throws 404 if it does not exist. */
export async function getSupplierImport(w: Work, id: string): Promise<SupplierImport> {
  const found = await findSupplierImportView(w, id);
  if (!found) throw notFound();
  return found;
}

/** Locks an import in one of these states, with its file. */
async function lockImport(w: Work, id: string, states: readonly SupplierImportState[]): Promise<WithFile> {
  const record = await findSupplierImport(w, id, 'lock');
  if (!record) throw notFound();
  if (!states.includes(record.state) || !hasFile(record)) throw new AppError('imports.wrong_state');
  return record;
}

/** Assigns fields, decimal marks and meanings as a person has chosen, remembers them, and checks the file again. */
export async function remapSupplierImport(
  w: Work,
  files: TableFiles,
  id: string,
  { fields, decimalMarks, values, sheet, encoding }: BodyOut<typeof remapSpec>,
): Promise<SupplierImport> {
  const record = await lockImport(w, id, ['CHECKED']);
  if (!fields || sheet !== undefined || encoding !== undefined) return reread(w, files, record, { sheet, encoding });
  const { names } = record.layout;
  checkFields(names, fields);
  if (decimalMarks && decimalMarks.length !== names.length)
    throw fieldError('decimalMarks', say('imports.columns', { columns: names.length }));
  if (values) await checkMeanings(w, values);
  const choices: SupplierChoices = {
    fields: remember(names, fields),
    decimalMarks: decimalMarks ?? record.choices.decimalMarks,
    earlierMarks: mergeChoices(
      remember(names, openMarks(record.layout, decimalMarks ?? [])),
      record.choices.earlierMarks ?? [],
    ),
    values: values ?? record.choices.values,
    ...(record.choices.file && { file: record.choices.file }),
  };
  const chosen = { ...record, choices, mappedAt: w.now, isDryRun: true };
  const table = await openFile(files, record.storageKey, choices.file);
  const checked = await check(w, table, chosen, 'CHOSEN').catch(refuseFile);
  await end(w, toRecord(w, chosen, checked), checked);
  return getSupplierImport(w, id);
}

/** Reads another sheet, or the file in another encoding. Its columns are others, so their fields are guessed anew. */
async function reread(w: Work, files: TableFiles, record: WithFile, file: FileChoice): Promise<SupplierImport> {
  if (file.sheet === undefined && file.encoding === undefined) throw fieldError('fields', say('field.required'));
  const table = await openFile(files, record.storageKey, file);
  const { headerSha256, remembered } = await memoryOf(w, table).catch(refuseFile);
  const choices: SupplierChoices = { fields: null, values: [], ...remembered, decimalMarks: null, file };
  const chosen = { ...record, headerSha256, choices, isDryRun: true };
  const checked = await check(w, table, chosen, remembered ? 'REMEMBERED' : 'GUESSED').catch(refuseFile);
  await end(w, toRecord(w, chosen, checked), checked);
  return getSupplierImport(w, record.id);
}

function checkFields(names: readonly string[], fields: readonly (string | null)[]): void {
  if (fields.length !== names.length) throw fieldError('fields', say('imports.columns', { columns: names.length }));
  const unknown = fields.findIndex((field) => field !== null && !isSupplierField(field));
  if (unknown >= 0) throw fieldError(`fields.${unknown}`, say('imports.field_unknown'));
  const twice = twiceIn(fields);
  if (twice !== undefined) throw fieldError(`fields.${fields.lastIndexOf(twice)}`, say('imports.column_twice'));
  if (!hasIdentity(fields)) throw fieldError('fields', say('imports.needs_company_name'));
}

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

/** Imports a checked file, or only the valid rows of a file that was refused. The rows are decided once more. */
export async function startSupplierImport(
  w: Work,
  files: TableFiles,
  id: string,
  mode: ImportMode,
): Promise<SupplierImport> {
  await takeSupplierImportTurn(w);
  const record = await lockImport(w, id, mode === 'VALID_ROWS' ? ['CHECKED', 'REFUSED'] : ['CHECKED']);
  if (record.result.failure) throw new AppError('imports.wrong_state');
  const started = { ...record, mode, isDryRun: false };
  const table = await openFile(files, record.storageKey, record.choices.file);
  const checked = await check(w, table, started, record.layout.mapping).catch(refuseFile);
  await end(w, toRecord(w, started, checked), checked);
  return getSupplierImport(w, id);
}

/** Cancels an import that waits for a person. */
export async function cancelSupplierImport(w: Work, id: string): Promise<SupplierImport> {
  await finish(w, await lockImport(w, id, ['CHECKED']), 'CANCELLED');
  return getSupplierImport(w, id);
}

const MAX_KEPT = 1000;

/**
 * Undoes an import: deletes the suppliers that it created, unless something uses them, and restores the suppliers that
 * it changed. Suppliers that were edited since are skipped.
 */
export async function undoSupplierImport(w: Work, id: string): Promise<SupplierImport> {
  await takeSupplierImportTurn(w);
  const record = await lockImport(w, id, ['IMPORTED']);
  const { deleted, restored, kept } = await restoreSuppliers(w, id);
  const rows = await rowsOfSuppliers(w, id);
  const named = kept
    .map((supplier) => ({ row: rows.get(supplier.supplierId) ?? 0, ...supplier }))
    .toSorted((a, b) => a.row - b.row)
    .slice(0, MAX_KEPT);
  const undo = { at: w.now.toISOString(), deleted, restored, keptCount: kept.length, kept: named };
  await updateSupplierImport(w, { ...record, state: 'UNDONE', result: { ...record.result, undo } });
  await recordChange(
    w,
    {
      action: 'supplier-import.undone',
      subjectIds: [id],
      details: { name: record.fileName, facts: { deleted, restored, kept: kept.length } },
    },
    changed('supplier-imports', [id]),
  );
  return getSupplierImport(w, id);
}

/** Creates a file of the invalid rows, to be corrected and imported. */
export async function supplierErrorFile(
  w: Work,
  files: TableFiles,
  id: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findSupplierImport(w, id);
  if (!record || !hasFile(record)) throw notFound(say('imports.file_gone'));
  const errors = await rowErrors(w, id);
  const reasons = new Map(
    [...errors].map(([row, all]) => [
      row,
      all.map((e) => `${e.column}: ${wordsOfStored(e.reason, w.scope.language)}`).join('; '),
    ]),
  );
  const table = await openFile(files, record.storageKey, record.choices.file);
  const body = await errorFileOf(record.layout, table, async () => reasons);
  return { fileName: errorFileName(record.fileName), body };
}
