import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  LeadTime,
  patchSupplier as patchSpec,
  PaymentTerm,
  Supplier,
  updateSupplier as updateSpec,
} from '@quayside/contracts/suppliers/suppliers';
import { isCurrency } from '@quayside/domain/money/currencies';
import { isCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { react } from '../../../events/reactions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, notFound, type FieldProblem } from '../../../http/errors.ts';
import { findLeadTimes, replaceLeadTimes } from '../rows/supplier-lead-times.queries.ts';
import {
  insertSupplier,
  lockSupplier,
  removeSupplier,
  saveSupplier,
  type SupplierRow,
  type SupplierValues,
} from '../rows/suppliers.queries.ts';
import {
  COLUMNS,
  inOrder,
  isSameList,
  PLAIN_FIELDS,
  type SupplierBody,
  termsOf,
  toValues,
} from '../rows/suppliers.state.ts';
import { loggedTolerance, plannedTolerances, TOLERANCE_FIELDS } from '../rows/supplier-tolerances.rules.ts';
import { findSupplierView, listSupplierUses } from '../lists/suppliers.views.ts';
import { readTerms } from '../../../db/stored-due-rules.ts';

/** One supplier of the account. Throws 404 if it does not exist. */
export async function getSupplier(w: Work, id: string): Promise<Supplier> {
  const supplier = await findSupplierView(w, id);
  if (!supplier) throw notFound();
  return supplier;
}

export async function createSupplier(w: Work, body: SupplierBody): Promise<Supplier> {
  checkCodes(body);
  const id = w.newId();
  const tolerances = plannedTolerances(body.tolerances, undefined, currencyOf(w, body));
  await insertSupplier(w, id, { ...toValues(body), ...tolerances, company_name: body.companyName });
  if (body.leadTimes) await replaceLeadTimes(w, id, inOrder(body.leadTimes));
  await record(
    w,
    {
      action: 'supplier.created',
      subjectIds: [id],
      details: { name: body.companyName, changes: [{ field: 'companyName', from: null, to: body.companyName }] },
    },
    changed('suppliers', [id], 1),
  );
  return getSupplier(w, id);
}

/** Updates the fields that the body contains. Absent fields stay as they are. */
export async function updateSupplier(w: Work, id: string, body: BodyOut<typeof updateSpec>): Promise<Supplier> {
  checkCodes(body);
  const row = await lockCurrent(w, id, body.version);
  const tolerances = plannedTolerances(body.tolerances, row, currencyOf(w, body, row));
  return save(w, row, { ...toValues(body), ...tolerances }, 'supplier.changed', body.leadTimes);
}

/** Archives a supplier, or takes it out of the archive. */
export async function archiveSupplier(w: Work, id: string, body: BodyOut<typeof patchSpec>): Promise<Supplier> {
  const row = await lockCurrent(w, id, body.version);
  const archived_at = body.archivedAt === null ? null : new Date(body.archivedAt);
  return save(w, row, { archived_at }, archived_at === null ? 'supplier.brought-back' : 'supplier.archived');
}

export async function deleteSupplier(w: Work, id: string, version: number | undefined): Promise<void> {
  const row = await lockCurrent(w, id, version);
  const uses = await listSupplierUses(w, id);
  if (uses.length > 0) throw new AppError('suppliers.in_use', { uses });
  await removeSupplier(w, id);
  await record(
    w,
    {
      action: 'supplier.deleted',
      subjectIds: [id],
      details: { name: row.company_name, changes: [{ field: 'companyName', from: row.company_name, to: null }] },
    },
    changed('suppliers', [id]),
  );
}

/** Locks the row of a supplier. Throws if its version differs from the given one. */
export async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<SupplierRow> {
  const row = await lockSupplier(w, id);
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getSupplier(w, id) });
  return row;
}

type Values = Partial<SupplierValues> & { archived_at?: Date | null };

async function save(
  w: Work,
  row: SupplierRow,
  { payment_terms, ...values }: Values,
  action: 'supplier.changed' | 'supplier.archived' | 'supplier.brought-back',
  leadTimes?: readonly LeadTime[],
): Promise<Supplier> {
  const wanted = { ...row, ...(values as Partial<SupplierRow>) };
  const plain = changesBetween(
    PLAIN_FIELDS,
    (field) => row[COLUMNS[field]],
    (field) => wanted[COLUMNS[field]],
  );
  const archived = changesBetween(
    ['archivedAt'],
    () => row.archived_at?.toISOString(),
    () => wanted.archived_at?.toISOString(),
  );
  const tolerances = changesBetween(
    TOLERANCE_FIELDS,
    (field) => loggedTolerance(row, field),
    (field) => loggedTolerance(wanted, field),
  );
  const terms = typeof payment_terms === 'string' ? readTerms<PaymentTerm>(JSON.parse(payment_terms)) : undefined;
  const oldTerms = termsOf(row);
  const hasNewTerms = terms !== undefined && !isSameList(oldTerms, terms);
  const times = leadTimes && inOrder(leadTimes);
  const oldTimes = times ? await findLeadTimes(w, row.id) : [];
  const hasNewTimes = times !== undefined && !isSameList(oldTimes, times);
  const changes = [
    ...plain,
    ...archived,
    ...tolerances,
    ...(hasNewTerms ? [{ field: 'paymentTerms' as const, from: oldTerms, to: terms }] : []),
    ...(hasNewTimes ? [{ field: 'leadTimes' as const, from: oldTimes, to: times }] : []),
  ];
  if (changes.length > 0) {
    const version = row.version + 1;
    await saveSupplier(w, row.id, {
      ...values,
      ...(hasNewTerms && { payment_terms }),
      version,
    });
    if (hasNewTimes) await replaceLeadTimes(w, row.id, times);
    if (tolerances.length > 0) await react(w, 'supplier.tolerance-changed', { supplierIds: [row.id] });
    // Product lists show the names of suppliers, so a new name changes the products too.
    const renamed = changes.some(({ field }) => field === 'companyName' || field === 'localName');
    await record(
      w,
      { action, subjectIds: [row.id], details: { changes } },
      changed('suppliers', [row.id], version),
      ...(renamed ? [changed('products', [])] : []),
    );
  }
  return getSupplier(w, row.id);
}

/** The currency in which a tolerance is typed: that of the supplier, otherwise of the account. */
const currencyOf = (w: Work, body: SupplierBody, row?: SupplierRow): string =>
  (body.currency === undefined ? row?.currency : body.currency) ?? w.scope.currency;

/** Throws if a country or currency does not exist. `at` is the place of the fields in the request. */
export function checkCodes(body: Pick<SupplierBody, 'country' | 'currency'>, at = ''): void {
  const errors: FieldProblem[] = [];
  if (typeof body.country === 'string' && !isCountry(body.country))
    errors.push({ field: `${at}country`, message: say('choose.country') });
  if (typeof body.currency === 'string' && !isCurrency(body.currency))
    errors.push({ field: `${at}currency`, message: say('choose.currency') });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}
