import type { AdminMail } from '@quayside/contracts/accounts/accounts';
import { say } from '@quayside/contracts/texts/catalogue';
import {
  NOTIFICATION_MAIL_KINDS,
  type NotificationMailKind,
  type Subscription,
} from '@quayside/contracts/notifications/notification-mails';
import { z } from 'zod';
import { aboveAccount, inAccountAsJob, personOf, type TxDeps, type Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { notFound } from '../../../http/errors.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { accountRow, SWITCHES } from '../settings/account-settings.service.ts';
import {
  findReaders,
  findUnwanted,
  type MailReader,
  saveWanted,
  switchOfAccount,
} from '../rows/wanted-mails.queries.ts';

type Sealing = { readonly secrets: Secrets };

/** What an unsubscribe link contains: a person, an account, and the kind of mail to switch off. */
const meantSchema = z.tuple([z.uuid(), z.uuid(), z.enum(NOTIFICATION_MAIL_KINDS)]);
const PLACE = { table: 'unwanted_mail', column: 'link', accountId: '', rowId: '' };

/**
 * The sealed token of an unsubscribe link. It cannot be forged or altered, needs no database row, and does not expire.
 */
export const unsubscribeToken = (
  { secrets }: Sealing,
  accountId: string,
  personId: string,
  kind: NotificationMailKind,
): string => secrets.seal(JSON.stringify([accountId, personId, kind]), PLACE);

function openToken(
  { secrets }: Sealing,
  token: string,
): { accountId: string; personId: string; kind: NotificationMailKind } {
  try {
    const [accountId, personId, kind] = meantSchema.parse(JSON.parse(secrets.open(token, PLACE)));
    return { accountId, personId, kind };
  } catch {
    throw notFound(say('accounts.not_our_link'));
  }
}

/** The recipients of a kind of mail; none if the account has switched that kind off. */
export async function mailReaders(
  w: Work,
  kind: NotificationMailKind,
): Promise<{ accountName: string; readers: MailReader[] }> {
  const account = await accountRow(w, false);
  const setting = SWITCH_OF[kind];
  const isOff = setting !== undefined && !account[SWITCHES[setting]];
  return {
    accountName: account.name,
    readers: isOff ? [] : await aboveAccount(w, (tx) => findReaders(tx, w.scope.accountId, kind)),
  };
}

/** The kinds of mail that the settings of an account switch on and off, each with its setting. */
const SWITCH_OF: Readonly<Partial<Record<NotificationMailKind, AdminMail>>> = {
  INVOICE_UPLOADED: 'isInvoiceUploadedEmailEnabled',
  PAYMENT_DUE: 'isPaymentDueEmailEnabled',
  PAYMENT_PAID: 'isPaymentPaidEmailEnabled',
};

/** Whether the account sends its admins the mails of this setting. */
export const sendsMail = async (w: Work, setting: AdminMail): Promise<boolean> =>
  (await accountRow(w, false))[SWITCHES[setting]];

/** SQL: the same, for a statement that reads more than this. */
export const sendsMailOf = (w: Work, setting: AdminMail) => switchOfAccount(w, SWITCHES[setting]);

/** On whose behalf mails to others leave: the account, and the address of the person who acts; null in a job. */
export async function mailSender(w: Work): Promise<{ readonly accountName: string; readonly email: string | null }> {
  const { name } = await accountRow(w, false);
  const personId = personOf(w.scope);
  if (personId === null) return { accountName: name, email: null };
  const person = await aboveAccount(w, (tx) =>
    tx.selectFrom('person').select('email').where('id', '=', personId).executeTakeFirst(),
  );
  return { accountName: name, email: person?.email ?? null };
}

/** A queued mail that is about to be sent. */
export interface LeavingMail {
  readonly accountId: string | null;
  readonly personId: string | null;
  readonly recipient: string;
  readonly kind: string;
}

/**
 * Whether a queued mail may still be sent to this person at this address. Notification mails can be switched off while
 * they are queued; other mails are always sent.
 */
export async function isStillFor(deps: TxDeps, mail: LeavingMail): Promise<boolean> {
  const kind = NOTIFICATION_MAIL_KINDS.find((name) => mail.kind === `notification:${name}`);
  if (kind === undefined || mail.accountId === null || mail.personId === null) return true;
  const { accountId, personId } = mail;
  const [reader] = await inAccountAsJob(deps, accountId, (w) =>
    aboveAccount(w, (tx) => findReaders(tx, accountId, kind, personId)),
  );
  return reader?.email === mail.recipient;
}

/** The kind of mail that an unsubscribe link would switch off. Changes nothing. */
export async function getSubscription(deps: TxDeps & Sealing, token: string): Promise<Subscription> {
  const meant = openToken(deps, token);
  return inAccountAsJob(deps, meant.accountId, (w) => subscriptionOf(w, meant.personId, meant.kind), {
    personId: meant.personId,
  });
}

/** Switches off the mails that an unsubscribe link names, without a sign-in. */
export async function unsubscribe(deps: TxDeps & Sealing, token: string): Promise<Subscription> {
  const { accountId, personId, kind } = openToken(deps, token);
  return inAccountAsJob(
    deps,
    accountId,
    async (w) => {
      const before = await subscriptionOf(w, personId, kind);
      if (!before.isWanted) return before;
      if (kind === 'ACCOUNT_SUMMARY') {
        await aboveAccount(w, (tx) =>
          tx
            .updateTable('person')
            .set({ is_account_summary_email_enabled: false, updated_at: w.now })
            .where('id', '=', personId)
            .execute(),
        );
      } else {
        await saveWanted(w, personId, kind, false);
      }
      await record(
        w,
        { action: 'person.mails-unsubscribed', subjectIds: [personId], details: { facts: { kind } } },
        changed('account', [personId]),
      );
      return { ...before, isWanted: false };
    },
    { personId },
  );
}

async function subscriptionOf(w: Work, personId: string, kind: NotificationMailKind): Promise<Subscription> {
  const member = await w.tx
    .selectFrom('account_member')
    .select('invitation_status')
    .where('account_id', '=', w.scope.accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (member?.invitation_status !== 'ACCEPTED') throw notFound(say('accounts.link_of_left_account'));
  if (kind !== 'ACCOUNT_SUMMARY') {
    const isWanted = !(await findUnwanted(w, personId)).has(kind);
    return { kind, accountName: (await accountRow(w, false)).name, isWanted };
  }
  const person = await aboveAccount(w, (tx) =>
    tx.selectFrom('person').select('is_account_summary_email_enabled').where('id', '=', personId).executeTakeFirst(),
  );
  return { kind, accountName: null, isWanted: person?.is_account_summary_email_enabled ?? false };
}
