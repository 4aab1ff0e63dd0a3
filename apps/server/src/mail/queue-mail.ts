import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { Deps } from '../deps.ts';
import type { SystemTx, Tx } from '../db/tx.ts';

/** What a mail says, without how it looks: the one template makes HTML and plain text of it. */
export interface MailParts {
  /** In the reader's words, the thing itself first. */
  readonly subject: string;
  readonly heading: string;
  /** Plain text, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** Things one by one, each with its page where it has one. */
  readonly items?: readonly { readonly text: string; readonly url?: string }[];
  /** The one thing to do; `url` is absolute and made with `publicLink`. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under the button: how long the link holds, what to do when one did not ask for it. */
  readonly afterAction?: readonly string[];
  /** Where one says that one wants no more of these, in words and as an absolute address. Every mail that nobody asked for has it. */
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
  /** Address alone. */
  readonly recipient: string;
  /** The account and the person that it is about; null: none. */
  readonly accountId: string | null;
  readonly personId: string | null;
}
/** Kinds that answer what somebody just did cannot be unsubscribed from; the others cannot be written without the way out. */
export type Mail = MailHead &
  (
    | { readonly kind: Exclude<MailKind, `notification:${string}`>; readonly parts: MailParts }
    | { readonly kind: `notification:${NotificationMailKind}`; readonly parts: MailParts & Required<Pick<MailParts, 'unsubscribe'>> }
  );

export type MailDeps = Pick<Deps, 'clock' | 'newId' | 'secrets'>;
/** Where the words of a mail are sealed for. */
export const mailPlace = (id: string) => ({ table: 'mail_message', column: 'sealed_parts', accountId: '', rowId: id });

/** Leaves a mail in the running transaction; it is sent after commit, by the job, and tried again until it is gone. */
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
}

/** An address of the web app for a mail: from the configuration, never from what a request calls this host. */
export const publicLink = ({ config }: Pick<Deps, 'config'>, path: string): string => `${config.publicUrl}${path}`;
