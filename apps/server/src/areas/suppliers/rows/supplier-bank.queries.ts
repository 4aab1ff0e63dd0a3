import type { Selectable } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import type { SecretPlace, Secrets } from '../../../ports/secrets.ts';
import { accountKeyOf, type BankAccount, maskedOf } from './supplier-bank.rules.ts';

export type BankRow = Selectable<DB['supplier_bank_details']>;

const TABLE = 'supplier_bank_details';
const placeOf = (w: Work, supplierId: string): SecretPlace => ({
  table: TABLE,
  column: 'sealed',
  accountId: w.scope.accountId,
  rowId: supplierId,
});

export function findBankRow(w: Work, supplierId: string): Promise<BankRow | undefined> {
  return w.tx
    .selectFrom('supplier_bank_details')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
}

/** Decrypts the bank details of a row. */
export const openRow = (w: Work, secrets: Pick<Secrets, 'open'>, row: BankRow): BankAccount =>
  JSON.parse(secrets.open(row.sealed, placeOf(w, row.supplier_id))) as BankAccount;

/** The keyed hash of an account number, by which other suppliers with the same bank account are found. */
const accountHashOf = (w: Work, secrets: Pick<Secrets, 'fingerprint'>, accountNumber: string): string =>
  secrets.fingerprint(accountKeyOf(accountNumber), {
    table: TABLE,
    column: 'account_hash',
    accountId: w.scope.accountId,
  });

/** Encrypts the bank details for their supplier and stores them. They replace any earlier ones. */
export async function saveBankAccount(
  w: Work,
  secrets: Pick<Secrets, 'seal' | 'fingerprint'>,
  supplierId: string,
  account: BankAccount,
  by: { readonly changedBy: string | null; readonly changedAt: Date },
): Promise<void> {
  const values = {
    sealed: secrets.seal(JSON.stringify(account), placeOf(w, supplierId)),
    masked: JSON.stringify(maskedOf(account)),
    account_hash: accountHashOf(w, secrets, account.accountNumber),
    changed_by: by.changedBy,
    changed_at: by.changedAt,
  };
  await w.tx
    .insertInto('supplier_bank_details')
    .values({ ...values, account_id: w.scope.accountId, supplier_id: supplierId })
    .onConflict((oc) => oc.columns(['account_id', 'supplier_id']).doUpdateSet(values))
    .execute();
}

/** Inserts a row of bank details again, from the JSON that was stored for undo. */
export async function restoreBankRow(w: Work, row: BankRow): Promise<void> {
  await w.tx
    .insertInto('supplier_bank_details')
    .values({
      ...row,
      account_id: w.scope.accountId,
      masked: JSON.stringify(row.masked),
      changed_at: new Date(row.changed_at),
    })
    .execute();
}

export async function removeBankRow(w: Work, supplierId: string): Promise<void> {
  await w.tx
    .deleteFrom('supplier_bank_details')
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .execute();
}

/** All encrypted bank details of the account. Nightly jobs use them. */
export const listBankRows = (w: Work): Promise<BankRow[]> =>
  w.tx
    .selectFrom('supplier_bank_details')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .orderBy('supplier_id')
    .forUpdate()
    .execute();
