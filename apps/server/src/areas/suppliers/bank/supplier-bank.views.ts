import type { BankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import type { Work } from '../../../db/tx.ts';
import { personNames } from '../../accounts/public.ts';

const SHOWN = 50;
/** The actions in the audit log for the three operations on bank details. */
export const BANK_ACTIONS = {
  CHANGED: 'supplier.bank-details-changed',
  REMOVED: 'supplier.bank-details-removed',
  REVEALED: 'supplier.bank-details-revealed',
} as const;
type BankAction = keyof typeof BANK_ACTIONS;
const ACTION_OF = new Map<string, BankAction>(
  Object.entries(BANK_ACTIONS).map(([action, logged]) => [logged, action as BankAction]),
);

/** Who changed or revealed the bank details of a supplier, newest first. */
export async function listBankHistory(w: Work, supplierId: string): Promise<BankDetails['history']> {
  const rows = await w.tx
    .selectFrom('audit_log')
    .select(['action', 'person_id', 'recorded_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('history_of', '=', supplierId)
    .where('action', 'in', [...ACTION_OF.keys()])
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const names = await personNames(
    w,
    rows.map((r) => r.person_id),
  );
  return rows.flatMap((r) => {
    const action = ACTION_OF.get(r.action);
    return action ? [{ action, at: r.recorded_at.toISOString(), by: byOf(r.person_id, names) }] : [];
  });
}

/** A person as responses show them; null for a job or an unknown person. */
export function byOf(personId: string | null, names: ReadonlyMap<string, string>): { id: string; name: string } | null {
  const name = personId === null ? undefined : names.get(personId);
  return personId === null || name === undefined ? null : { id: personId, name };
}
