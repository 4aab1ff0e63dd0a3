import { asSystem, enterAccount, type TxDeps } from '../db/tx.ts';

/** The ids of all accounts of this installation. */
export function eachAccount(deps: TxDeps): Promise<string[]> {
  // Row-level security hides the accounts from here: each person's memberships lead to them.
  return asSystem(deps, async (tx) => {
    const ids = new Set<string>();
    for (const { id } of await tx.selectFrom('person').select('id').execute()) {
      await enterAccount(tx, null, id);
      for (const member of await tx.selectFrom('account_member').select('account_id').where('person_id', '=', id).execute()) ids.add(member.account_id);
    }
    return [...ids];
  });
}
