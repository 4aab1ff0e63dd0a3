import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import type { Text } from '@quayside/contracts/texts/catalogue';
import { type Language, languageNamed } from '@quayside/contracts/texts/languages';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import type { Deps } from '../deps.ts';
import type { SystemTx, Tx } from '../db/tx.ts';
import { wake } from '../jobs/queue.ts';

/** The content of a mail without its layout. */
interface MailContent<Words> {
  /** With the subject matter first. */
  readonly subject: Words;
  readonly heading: Words;
  /** Plain text, one paragraph each. */
  readonly paragraphs: readonly Words[];
  /** A list, each item with a link to its page if it has one. */
  readonly items?: readonly { readonly text: Words; readonly url?: string }[];
  /** The main action; `url` is absolute and made with `publicLink`. */
  readonly action?: MailLink<Words>;
  /** Small print under the button: how long the link is valid, and what to do if the reader did not request it. */
  readonly afterAction?: readonly Words[];
  /** The unsubscribe link: its label and absolute address. Every unrequested mail has one. */
  readonly unsubscribe?: MailLink<Words>;
}
interface MailLink<Words> {
  readonly label: Words;
  readonly url: string;
}
/** What a mail says, in no language yet. Strings are the same in every language: a name, or the reader's own already. */
export type MailTexts = MailContent<Text | string>;
/** The same in the reader's language: the one template renders it as HTML and plain text. */
export type MailParts = MailContent<string> & {
  /** Absent in mails that were queued before mails had a language: English. */
  readonly language?: Language;
};
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
  /** The language of the reader's profile. Null where they chose none, absent where nobody is known: English. */
  readonly language?: string | null;
}
/**
 * Nobody can unsubscribe from mails that answer their own action; the type requires an unsubscribe link in all others.
 */
export type Mail = MailHead &
  (
    | { readonly kind: Exclude<MailKind, `notification:${string}`>; readonly texts: MailTexts }
    | {
        readonly kind: `notification:${NotificationMailKind}`;
        readonly texts: MailTexts & Required<Pick<MailTexts, 'unsubscribe'>>;
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
      sealed_parts: deps.secrets.seal(
        JSON.stringify(partsOf(mail.texts, languageNamed(mail.language ?? null) ?? 'en')),
        mailPlace(id),
      ),
      next_try_at: now,
      created_at: now,
    })
    .execute();
  await wake(tx, 'mail.send', { accountId: mail.accountId });
}

/** Puts a mail into words. */
export function partsOf(texts: MailTexts, language: Language): MailParts {
  const say = (words: Text | string) => wordsOfStored(words, language);
  const link = ({ label, url }: MailLink<Text | string>) => ({ label: say(label), url });
  return {
    language,
    subject: say(texts.subject),
    heading: say(texts.heading),
    paragraphs: texts.paragraphs.map(say),
    ...(texts.items && { items: texts.items.map((item) => ({ ...item, text: say(item.text) })) }),
    ...(texts.action && { action: link(texts.action) }),
    ...(texts.afterAction && { afterAction: texts.afterAction.map(say) }),
    ...(texts.unsubscribe && { unsubscribe: link(texts.unsubscribe) }),
  };
}

/**
 * An absolute address in the web app, for a mail. It uses the configured public URL, never the Host header of a
 * request.
 */
export const publicLink = ({ config }: Pick<Deps, 'config'>, path: string): string => `${config.publicUrl}${path}`;
