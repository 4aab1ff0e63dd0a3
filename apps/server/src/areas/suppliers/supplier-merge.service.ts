import type { BodyOut } from '@quayside/contracts/endpoint';
import type { LeadTime, mergeSuppliers as mergeSpec, SupplierMerge } from '@quayside/contracts/suppliers';
import type { Work } from '../../db/tx.ts';
import { changed, recordEach } from '../../events/outbox.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { requireProofIn } from '../../http/proof.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { keepOperation } from '../undo/public.ts';
import { type BankRow, findBankRow, openRow, saveBankAccount } from './supplier-bank.queries.ts';
import { differingFields } from './supplier-bank.rules.ts';
import { tellChange } from './supplier-bank.service.ts';
import { findLeadTimes, replaceLeadTimes } from './supplier-lead-times.queries.ts';
import type { MergeParty, SupplierHolders } from './supplier-merge.holders.ts';
import { type Fillable, type FilledField, fillsOf, isPlain } from './supplier-merge.rules.ts';
import { lockSupplier, removeSupplier, saveSupplier, type SupplierRow, type SupplierValues } from './suppliers.queries.ts';
import { getSupplier, lockCurrent } from './suppliers.service.ts';
import { COLUMNS, type PlainField, termsOf } from './suppliers.state.ts';

export const MERGE_OPERATION = 'suppliers.merge';

/** What taking a merge back needs. Bank details stay sealed in it, bound to the row that they were of. */
export interface MergePayload {
  readonly target: MergeParty;
  readonly gone: SupplierRow;
  readonly leadTimes: readonly LeadTime[];
  readonly bank: BankRow | null;
  readonly filled: readonly FilledField[];
  /** As they were sealed for the one that stays, where they were taken over. */
  readonly sealedForTarget: string | null;
  readonly invoices: unknown;
  readonly products: unknown;
}

interface Side extends Fillable {
  readonly bank: BankRow | null;
}

/** Makes two suppliers one, or says what that would move and fill. */
export async function mergeSuppliers(
  w: Work,
  holders: SupplierHolders,
  secrets: Secrets,
  id: string,
  { supplierId, version }: BodyOut<typeof mergeSpec>,
  dryRun: boolean,
): Promise<SupplierMerge> {
  if (supplierId === id) throw new AppError('suppliers.merge_itself', { errors: [{ field: 'supplierId', message: 'Choose another supplier' }] });
  await holders.invoices.lock(w);
  await holders.products.lock(w);
  // In the order of their ids, so that two merges of the same two do not wait for each other for ever.
  if (supplierId < id) await lockSupplier(w, supplierId);
  const target = await sideOf(w, await lockCurrent(w, id, version));
  const row = await lockSupplier(w, supplierId);
  if (!row) throw fieldError('supplierId', 'Choose a supplier');
  const other = await sideOf(w, row);
  const filled = fillsOf(target, other);
  if (dryRun) {
    const moved = { invoices: await holders.invoices.count(w, supplierId), products: await holders.products.count(w, supplierId) };
    return { operationId: null, supplier: await getSupplier(w, id), moved, filled };
  }
  // Whose account is paid into changes with it, as it does when somebody types one.
  if (filled.includes('bankDetails')) await requireProofIn(w);
  return merge(w, holders, secrets, target, other, filled);
}

async function merge(w: Work, holders: SupplierHolders, secrets: Secrets, target: Side, other: Side, filled: readonly FilledField[]): Promise<SupplierMerge> {
  const [to, from] = [partyOf(target.row), partyOf(other.row)];
  const invoices = await holders.invoices.move(w, from, to);
  const products = await holders.products.move(w, from, to);
  const sealedForTarget = await fill(w, secrets, target, other, filled);
  await removeSupplier(w, from.id);
  const moved = { invoices: invoices.count, products: products.count };
  await recordEach(
    w,
    [
      {
        action: 'supplier.merged',
        subjectType: 'supplier',
        subjectIds: [to.id, from.id],
        historyOf: to.id,
        details: { merged: from.companyName, moved, filled },
      },
      // Whoever meets the id of the one that is gone finds its name here.
      {
        action: 'supplier.merged-away',
        subjectType: 'supplier',
        subjectIds: [from.id],
        historyOf: from.id,
        details: { companyName: from.companyName, into: to.id },
      },
    ],
    changed('suppliers', [to.id, from.id]),
  );
  const payload: MergePayload = {
    target: to,
    gone: other.row,
    leadTimes: other.leadTimes,
    bank: other.bank,
    filled,
    sealedForTarget,
    invoices: invoices.undo,
    products: products.undo,
  };
  const operationId = await keepOperation(w, MERGE_OPERATION, payload);
  return { operationId, supplier: await getSupplier(w, to.id), moved, filled: [...filled] };
}

/** Takes over what was empty. Answers bank details as they are sealed for the one that stays. */
async function fill(w: Work, secrets: Secrets, target: Side, other: Side, filled: readonly FilledField[]): Promise<string | null> {
  if (filled.length === 0) return null;
  const { id } = target.row;
  const values = {
    ...plainValues(other.row, filled.filter(isPlain)),
    ...(filled.includes('paymentTerms') && { payment_terms: JSON.stringify(termsOf(other.row)) }),
  };
  await saveSupplier(w, id, { ...values, version: target.row.version + 1 });
  if (filled.includes('leadTimes')) await replaceLeadTimes(w, id, other.leadTimes);
  if (!filled.includes('bankDetails') || !other.bank) return null;
  const account = openRow(w, secrets, other.bank);
  await saveBankAccount(w, secrets, id, account, { changedBy: other.bank.changed_by, changedAt: other.bank.changed_at });
  const because = `, which were those of ${other.row.company_name}, in a merge`;
  await tellChange(w, id, target.row.company_name, null, account, differingFields(null, account), because);
  return (await findBankRow(w, id))?.sealed ?? null;
}

/** The columns of fields as a row has them. */
export const plainValues = (row: SupplierRow, fields: readonly PlainField[]): Partial<SupplierValues> =>
  Object.fromEntries(fields.map((field) => [COLUMNS[field], row[COLUMNS[field]]]));

async function sideOf(w: Work, row: SupplierRow): Promise<Side> {
  const bank = (await findBankRow(w, row.id)) ?? null;
  return { row, bank, hasBankDetails: bank !== null, leadTimes: await findLeadTimes(w, row.id) };
}

const partyOf = (row: SupplierRow): MergeParty => ({ id: row.id, companyName: row.company_name });
