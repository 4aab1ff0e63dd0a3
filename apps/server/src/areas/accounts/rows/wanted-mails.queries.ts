import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTx, Work } from '../../../db/tx.ts';

/** A recipient of mails. */
export interface MailReader {
  readonly personId: string;
  readonly email: string;
  /** The language in the profile; null if none was chosen. */
  readonly language: string | null;
}
export type AdminMailKind = Exclude<NotificationMailKind, 'ACCOUNT_SUMMARY'>;

/**
 * The members of an account who receive mails of a kind. Only active members with an accepted invitation and a verified
 * address receive mails. The weekly summary goes to those who switched it on; every other kind goes to the admins who
 * did not switch it off. The caller must have called `enterAccount` for this account.
 */
export async function findReaders(
  tx: SystemTx,
  accountId: string,
  kind: NotificationMailKind,
  personId?: string,
): Promise<MailReader[]> {
  let rows = tx
    .selectFrom('account_member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id as personId', 'p.email', 'p.language'])
    .where('m.account_id', '=', accountId)
    .where('m.invitation_status', '=', 'ACCEPTED')
    .where('p.is_active', '=', true)
    .where('p.is_verified', '=', true)
    .orderBy('p.id');
  if (personId !== undefined) rows = rows.where('p.id', '=', personId);
  if (kind === 'ACCOUNT_SUMMARY') return rows.where('p.is_account_summary_email_enabled', '=', true).execute();
  return rows
    .where((eb) => eb(eb.val('sv-account-admin'), '=', eb.fn.any('m.roles')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unwanted_mail as u')
            .select('u.kind')
            .whereRef('u.account_id', '=', 'm.account_id')
            .whereRef('u.person_id', '=', 'm.person_id')
            .where('u.kind', '=', kind),
        ),
      ),
    )
    .execute();
}

/** The kinds of mails of this account that the person has switched off. */
export async function findUnwanted(w: Work, personId: string): Promise<ReadonlySet<string>> {
  const rows = await w.tx
    .selectFrom('unwanted_mail')
    .select('kind')
    .where('account_id', '=', w.scope.accountId)
    .where('person_id', '=', personId)
    .execute();
  return new Set(rows.map((row) => row.kind));
}

/** Switches a kind of mails of this account on or off for the person. */
export async function saveWanted(w: Work, personId: string, kind: AdminMailKind, isWanted: boolean): Promise<void> {
  if (isWanted) {
    await w.tx
      .deleteFrom('unwanted_mail')
      .where('account_id', '=', w.scope.accountId)
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .execute();
    return;
  }
  await w.tx
    .insertInto('unwanted_mail')
    .values({ account_id: w.scope.accountId, person_id: personId, kind, since: w.now })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** SQL: whether a switch of the account is on. */
export const switchOfAccount = (w: Work, column: string): RawBuilder<boolean> => sql<boolean>`(
  select ${sql.ref(`a.${column}`)} from account a where a.account_id = ${w.scope.accountId}
)`;
