import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { BankDetails, putSupplierBankDetails as putSpec } from '@quayside/contracts/suppliers/supplier-bank';
import { isCurrency } from '@quayside/domain/money/currencies';
import { inAccount, personOf, type Scope, type TxDeps, type Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { fieldError, notFound } from '../../../http/errors.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { personNames, proveByBody } from '../../accounts/public.ts';
import { notify } from '../../notifications/public.ts';
import {
  findBankRow,
  listBankRows,
  openRow,
  removeBankRow,
  saveBankAccount,
  type BankRow,
} from '../rows/supplier-bank.queries.ts';
import {
  accountOf,
  type BankAccount,
  differingFields,
  isMasked,
  maskNumber,
  unmask,
} from '../rows/supplier-bank.rules.ts';
import { BANK_ACTIONS, byOf, listBankHistory } from './supplier-bank.views.ts';
import { findSupplierRefs, lockSupplier } from '../rows/suppliers.queries.ts';

/**
 * Throws if the account does not have this supplier, or if the person does not prove their identity, either by the
 * password in the body or by a recent proof. Runs before the transaction of the call.
 */
export async function confirmForBank(
  deps: TxDeps,
  scope: Scope,
  supplierId: string,
  password: string | undefined,
): Promise<void> {
  if (!(await inAccount(deps, scope, (w) => findSupplierRefs(w, [supplierId]))).has(supplierId)) throw notFound();
  await proveByBody(deps, scope, password);
}

/** The bank details in masked form, which every member may see. */
export async function getBankDetails(w: Work, supplierId: string): Promise<BankDetails> {
  await nameOf(w, supplierId);
  const row = await findBankRow(w, supplierId);
  return answer(w, supplierId, row, (row?.masked as BankAccount | undefined) ?? null, true);
}

/** Replaces the bank details. If the same details are sent again, nothing changes and nobody is notified. */
export async function putBankDetails(
  w: Work,
  secrets: Secrets,
  supplierId: string,
  body: BodyOut<typeof putSpec>,
): Promise<BankDetails> {
  if (typeof body.currency === 'string' && !isCurrency(body.currency))
    throw fieldError('currency', say('choose.currency'));
  const supplier = await lockSupplier(w, supplierId);
  if (!supplier) throw notFound();
  const row = await findBankRow(w, supplierId);
  const before = row ? openRow(w, secrets, row) : null;
  const after = unmask(accountOf(body), before);
  if (isMasked(after.accountNumber)) throw fieldError('accountNumber', say('field.bank_account'));
  const fields = differingFields(before, after);
  if (fields.length === 0) return getBankDetails(w, supplierId);
  await saveBankAccount(w, secrets, supplierId, after, { changedBy: personOf(w.scope), changedAt: w.now });
  await notifyOfChange(w, { id: supplierId, name: supplier.company_name }, { before, after, fields });
  return getBankDetails(w, supplierId);
}

/** Returns the bank details unmasked, records that the person has seen them, and notifies the members. */
export async function revealBankDetails(w: Work, secrets: Secrets, supplierId: string): Promise<BankDetails> {
  const name = await nameOf(w, supplierId);
  const row = await findBankRow(w, supplierId);
  if (!row) return answer(w, supplierId, undefined, null, true);
  const account = openRow(w, secrets, row);
  await record(w, { action: BANK_ACTIONS.REVEALED, ...subjectOf(supplierId) }, changed('suppliers', [supplierId]));
  await notify(w, {
    type: 'INFO',
    summary: say('notice.bank_revealed', { supplier: name }),
    message: [say('notice.who_revealed_bank', { person: await actor(w), supplier: name })],
    about: { type: 'SUPPLIER', id: supplierId },
  });
  return answer(w, supplierId, row, account, false);
}

/** Removes the bank details. Does nothing if there are none. */
export async function removeBankDetails(w: Work, secrets: Secrets, supplierId: string): Promise<BankDetails> {
  const supplier = await lockSupplier(w, supplierId);
  if (!supplier) throw notFound();
  const row = await findBankRow(w, supplierId);
  if (row) {
    const ending = maskNumber(openRow(w, secrets, row).accountNumber);
    await removeBankRow(w, supplierId);
    const changes = [{ field: 'accountNumber', from: ending, to: null }] as const;
    await record(
      w,
      { action: BANK_ACTIONS.REMOVED, ...subjectOf(supplierId), details: { changes } },
      changed('suppliers', [supplierId]),
    );
    await notify(w, {
      type: 'ACTION_NEEDED',
      summary: say('notice.bank_removed', { supplier: supplier.company_name }),
      message: [
        say('notice.who_removed_bank', {
          person: await actor(w),
          supplier: supplier.company_name,
          account: ending,
        }),
      ],
      about: { type: 'SUPPLIER', id: supplierId },
      mail: 'BANK_DETAILS',
    });
  }
  return getBankDetails(w, supplierId);
}

interface BankChange {
  /** The bank details before the change; null if the supplier had none. */
  readonly before: BankAccount | null;
  readonly after: BankAccount;
  /** The names of the changed fields. */
  readonly fields: readonly (keyof BankAccount)[];
}

/**
 * Writes a change of bank details to the audit log and notifies every member, because false bank details are a common
 * way to steal payments.
 */
export async function notifyOfChange(
  w: Work,
  { id, name }: { readonly id: string; readonly name: string },
  { before, after, fields }: BankChange,
  formerSupplier?: string,
): Promise<void> {
  const endings = [before && maskNumber(before.accountNumber), maskNumber(after.accountNumber)] as const;
  const changes = [{ field: 'accountNumber', from: endings[0], to: endings[1] }] as const;
  await record(
    w,
    { action: BANK_ACTIONS.CHANGED, ...subjectOf(id), details: { changes, fields } },
    changed('suppliers', [id]),
  );
  const values = { person: await actor(w), supplier: name, account: accountText(endings) };
  await notify(w, {
    type: 'ACTION_NEEDED',
    summary: say(before === null ? 'notice.bank_added' : 'notice.bank_changed', { supplier: name }),
    message: [
      formerSupplier === undefined
        ? say(before === null ? 'notice.who_added_bank' : 'notice.who_changed_bank', values)
        : say('notice.who_took_bank_over', { ...values, other: formerSupplier }),
      say('notice.bank_advice'),
    ],
    about: { type: 'SUPPLIER', id },
    mail: 'BANK_DETAILS',
  });
}

function accountText([before, account]: readonly [string | null, string]): Text {
  if (before === null) return say('notice.bank_account', { account });
  return before === account
    ? say('notice.bank_account_as_before', { account })
    : say('notice.bank_account_before', { account, before });
}

/**
 * The nightly job that encrypts bank details again if they were encrypted with an older master key, so that an operator
 * can eventually remove that key.
 */
export async function resealBankDetails(w: Work, { secrets }: { readonly secrets: Secrets }): Promise<object> {
  const old = (await listBankRows(w)).filter((row) => !secrets.isCurrent(row.sealed));
  for (const row of old)
    await saveBankAccount(w, secrets, row.supplier_id, openRow(w, secrets, row), {
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    });
  return { resealed: old.length };
}

const subjectOf = (supplierId: string) => ({ subjectIds: [supplierId], historyOf: supplierId });

async function answer(
  w: Work,
  supplierId: string,
  row: BankRow | undefined,
  details: BankAccount | null,
  isMasked: boolean,
): Promise<BankDetails> {
  const changedBy = row?.changed_by ?? null;
  const names = await personNames(w, [changedBy]);
  return {
    details: details === null ? null : { ...details },
    isMasked,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: byOf(changedBy, names),
    history: await listBankHistory(w, supplierId),
  };
}

async function nameOf(w: Work, supplierId: string): Promise<string> {
  const supplier = (await findSupplierRefs(w, [supplierId])).get(supplierId);
  if (!supplier) throw notFound();
  return supplier.companyName;
}

async function actor(w: Work): Promise<string | Text> {
  const person = personOf(w.scope);
  return (await personNames(w, [person])).get(person ?? '') ?? say('notice.somebody');
}
