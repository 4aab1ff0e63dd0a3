import type { ExchangePolicy } from '@quayside/domain/payables/exchange';
import type { Work } from '../../../db/tx.ts';
import { accountRow } from './account-settings.service.ts';

/** Which rate converts the costs of paid invoices of the account. */
export const exchangePolicyOf = async (w: Work): Promise<ExchangePolicy> =>
  (await accountRow(w, false)).exchange_policy;

/** Stores the exchange policy. The version of the settings stays, because no form of them shows it. */
export async function setExchangePolicy(w: Work, policy: ExchangePolicy): Promise<void> {
  await w.tx
    .updateTable('account')
    .set({ exchange_policy: policy, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .execute();
}
