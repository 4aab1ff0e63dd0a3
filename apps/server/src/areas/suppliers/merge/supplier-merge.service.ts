import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { LeadTime, mergeSuppliers as mergeSpec, SupplierMerge } from '@quayside/contracts/suppliers/suppliers';
import type { Work } from '../../../db/tx.ts';
import { ref } from '../../../events/audit-actions.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { requireProofIn } from '../../../http/proof.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import type { MergeParty } from '../../area.ts';
import { createOperation } from '../../undo/public.ts';
import { type BankRow, findBankRow, openRow, saveBankAccount } from '../rows/supplier-bank.queries.ts';
import { differingFields } from '../rows/supplier-bank.rules.ts';
import { notifyOfChange } from '../bank/supplier-bank.service.ts';
import { findLeadTimes, replaceLeadTimes } from '../rows/supplier-lead-times.queries.ts';
import { countMoved, lockHolders, moveToOther } from './supplier-merge.holders.ts';
import { type Fillable, type FilledField, fillsOf, isPlain } from './supplier-merge.rules.ts';
import {
  lockSupplier,
  removeSupplier,
  saveSupplier,
  type SupplierRow,
  type SupplierValues,
} from '../rows/suppliers.queries.ts';
import { getSupplier, lockCurrent } from '../edit/suppliers.service.ts';
import { COLUMNS, type PlainField, termsOf } from '../rows/suppliers.state.ts';
import { storedTerm } from '../../../db/stored-due-rules.ts';

export const MERGE_OPERATION = 'suppliers.merge';

/**
 * The data with which a merge can be undone. The bank details in it stay encrypted and can be decrypted only for the
 * supplier that they belonged to.
 */
export interface MergePayload {
  readonly target: MergeParty;
  readonly gone: SupplierRow;
  readonly leadTimes: readonly LeadTime[];
  readonly bank: BankRow | null;
  readonly filled: readonly FilledField[];
  /** The bank details as encrypted for the remaining supplier, if the merge copied them to it. */
  readonly sealedForTarget: string | null;
  /** For each area, by its name: the data that the area needs to move its rows back. */
  readonly [area: string]: unknown;
}

interface Side extends Fillable {
  readonly bank: BankRow | null;
}

/** Merges two suppliers. A preview only reports what would be moved and which fields would be filled. */
export async function mergeSuppliers(
  w: Work,
  secrets: Secrets,
  id: string,
  { supplierId, version }: BodyOut<typeof mergeSpec>,
  dryRun: boolean,
): Promise<SupplierMerge> {
  if (supplierId === id)
    throw new AppError('suppliers.merge_itself', {
      errors: [{ field: 'supplierId', message: say('choose.other_supplier') }],
    });
  await lockHolders(w);
  // The suppliers are locked in the order of their ids, so that two simultaneous merges of the same suppliers cannot
  // deadlock.
  if (supplierId < id) await lockSupplier(w, supplierId);
  const target = await sideOf(w, await lockCurrent(w, id, version));
  const row = await lockSupplier(w, supplierId);
  if (!row) throw fieldError('supplierId', say('choose.supplier'));
  const other = await sideOf(w, row);
  const filled = fillsOf(target, other);
  if (dryRun) {
    const moved = await countMoved(w, supplierId);
    return { operationId: null, supplier: await getSupplier(w, id), moved, filled };
  }
  // If the merge copies bank details, it changes where money is sent. It then needs a recent proof of identity, like
  // any other change of bank details.
  if (filled.includes('bankDetails')) await requireProofIn(w);
  return merge(w, secrets, target, other, filled);
}

async function merge(
  w: Work,
  secrets: Secrets,
  target: Side,
  other: Side,
  filled: readonly FilledField[],
): Promise<SupplierMerge> {
  const [to, from] = [partyOf(target.row), partyOf(other.row)];
  const { moved, undo } = await moveToOther(w, from, to);
  const sealedForTarget = await fill(w, secrets, target, other, filled);
  await removeSupplier(w, from.id);
  await recordEach(
    w,
    [
      {
        action: 'supplier.merged',
        subjectIds: [to.id, from.id],
        historyOf: to.id,
        details: {
          facts: { merged: from.companyName, invoices: moved.invoices, products: moved.products, filled },
        },
      },
      // The name of the deleted supplier can be found by its id in this entry.
      {
        action: 'supplier.merged-away',
        subjectIds: [from.id],
        historyOf: from.id,
        details: {
          name: from.companyName,
          changes: [{ field: 'companyName', from: from.companyName, to: null }],
          facts: { into: ref(to.id) },
        },
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
    ...undo,
  };
  const operationId = await createOperation(w, MERGE_OPERATION, payload);
  return { operationId, supplier: await getSupplier(w, to.id), moved, filled: [...filled] };
}

/**
 * Fills the empty fields of the remaining supplier. If its bank details were filled too, returns them encrypted;
 * otherwise null.
 */
async function fill(
  w: Work,
  secrets: Secrets,
  target: Side,
  other: Side,
  filled: readonly FilledField[],
): Promise<string | null> {
  if (filled.length === 0) return null;
  const { id } = target.row;
  const values = {
    ...plainValues(other.row, filled.filter(isPlain)),
    ...(filled.includes('paymentTerms') && { payment_terms: JSON.stringify(termsOf(other.row).map(storedTerm)) }),
  };
  await saveSupplier(w, id, { ...values, version: target.row.version + 1 });
  if (filled.includes('leadTimes')) await replaceLeadTimes(w, id, other.leadTimes);
  if (!filled.includes('bankDetails') || !other.bank) return null;
  const account = openRow(w, secrets, other.bank);
  await saveBankAccount(w, secrets, id, account, {
    changedBy: other.bank.changed_by,
    changedAt: other.bank.changed_at,
  });
  await notifyOfChange(
    w,
    { id, name: target.row.company_name },
    { before: null, after: account, fields: differingFields(null, account) },
    other.row.company_name,
  );
  return (await findBankRow(w, id))?.sealed ?? null;
}

/** The values that a row has in these fields, by column. */
const plainValues = (row: SupplierRow, fields: readonly PlainField[]): Partial<SupplierValues> =>
  Object.fromEntries(fields.map((field) => [COLUMNS[field], row[COLUMNS[field]]]));

async function sideOf(w: Work, row: SupplierRow): Promise<Side> {
  const bank = (await findBankRow(w, row.id)) ?? null;
  return { row, bank, hasBankDetails: bank !== null, leadTimes: await findLeadTimes(w, row.id) };
}

const partyOf = (row: SupplierRow): MergeParty => ({ id: row.id, companyName: row.company_name });
