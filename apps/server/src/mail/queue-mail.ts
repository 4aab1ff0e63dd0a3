import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { Deps } from '../deps.ts';
import type { SystemTx, Tx } from '../db/tx.ts';
import { wake } from '../jobs/queue.ts';

/** The content of a mail without its layout: the one template renders it as HTML and plain text. */
export interface MailParts {
  /** In the reader's language, with the subject matter first. */
  readonly subject: string;
  readonly heading: string;
  /** Plain text, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** A list, each item with a link to its page if it has one. */
  readonly items?: readonly { readonly text: string; readonly url?: string }[];
  /** The main action; `url` is absolute and made with `publicLink`. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under the button: how long the link is valid, and what to do if the reader did not request it. */
  readonly afterAction?: readonly string[];
  /** The unsubscribe link: its label and absolute address. Every unrequested mail has one. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}
export type MailKind =
  | 'verify-address'
  | 'reset-password'
  | 'password-changed'
  | 'second-factor'
  | 'invitation'
  | 'role-changed'
  | 'new-address'
  | 'address-changed'
  | 'test'
  | `notification:${NotificationMailKind}`;
interface MailHead {
  /** The address alone, without a name. */
  readonly recipient: string;
  /** The account and the person that the mail is about; null if none. */
  readonly accountId: string | null;
  readonly personId: string | null;
}
/**
 * Nobody can unsubscribe from mails that answer their own action; the type requires an unsubscribe link in all others.
 */
export type Mail = MailHead &
  (
    | { readonly kind: Exclude<MailKind, `notification:${string}`>; readonly parts: MailParts }
    | {
        readonly kind: `notification:${NotificationMailKind}`;
        readonly parts: MailParts & Required<Pick<MailParts, 'unsubscribe'>>;
      }
  );

export type MailDeps = Pick<Deps, 'clock' | 'newId' | 'secrets'>;
/** The place (AAD) for which a mail's content is encrypted. */
export const mailPlace = (id: string) => ({ table: 'mail_message', column: 'sealed_parts', accountId: '', rowId: id });

/** Queues a mail in the running transaction. A job sends it after commit and retries until it is sent. */
export async function queueMail(tx: Tx | SystemTx, deps: MailDeps, mail: Mail): Promise<void> {
  const id = deps.newId();
  const now = deps.clock.now();
  await (tx as SystemTx)
    .insertInto('mail_message')
    .values({
      id,
      account_id: mail.accountId,
      person_id: mail.personId,
      kind: mail.kind,
      recipient: mail.recipient,
      sealed_parts: deps.secrets.seal(JSON.stringify(mail.parts), mailPlace(id)),
      next_try_at: now,
      created_at: now,
    })
    .execute();
  await wake(tx, 'mail.send', { accountId: mail.accountId });
}

/**
 * An absolute address in the web app, for a mail. It uses the configured public URL, never the Host header of a
 * request.
 */
export const publicLink = ({ config }: Pick<Deps, 'config'>, path: string): string => `${config.publicUrl}${path}`;
