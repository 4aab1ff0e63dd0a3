import type { SystemTx } from '../../../db/tx.ts';
import { type Mail, type MailDeps, type MailTexts, queueMail } from '../../../mail/queue-mail.ts';
import type { When } from './auth.mails.ts';

/** The recipient of a mail. */
export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly language: string | null;
}

/** Queues a mail to a person about their sign-in, in the running transaction. The mail belongs to no account. */
export const queuePersonMail = (
  tx: SystemTx,
  deps: MailDeps,
  { id, email, language }: Reader,
  kind: Exclude<Mail['kind'], `notification:${string}`>,
  texts: MailTexts,
): Promise<string> => queueMail(tx, deps, { kind, recipient: email, accountId: null, personId: id, language, texts });

/** An instant with the time zone and language in which a mail shows it to this person. */
export const whenFor = ({ time_zone, language }: { time_zone: string; language: string | null }, at: Date): When => ({
  at,
  timeZone: time_zone,
  language,
});
