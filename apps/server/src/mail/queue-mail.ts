import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import type { Text } from '@quayside/contracts/texts/catalogue';
import { type Language, languageNamed } from '@quayside/contracts/texts/languages';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import type { Deps } from '../deps.ts';
import type { SystemTx, Tx } from '../db/tx.ts';
import { wake } from '../jobs/queue.ts';

/** The content of a mail, without its layout. Its texts have the type `Words`. */
interface MailContent<Words> {
  /** The subject. Put the most specific words first. */
  readonly subject: Words;
  readonly heading: Words;
  /** The text of the mail, as paragraphs of plain text. */
  readonly paragraphs: readonly Words[];
  /** What a person wrote, as HTML of the allow-list; shown above the paragraphs. */
  readonly bodyHtml?: string;
  /** The items of a list. An item with a `url` becomes a link. */
  readonly items?: readonly { readonly text: Words; readonly url?: string }[];
  /** The link to the main action. Its `url` is absolute: use `publicLink`. */
  readonly action?: MailLink<Words>;
  /**
   * Small print under the button: how long the link is valid, and what to do if the recipient did not request the mail.
   */
  readonly afterAction?: readonly Words[];
  /** The unsubscribe link with its absolute URL. Each mail that the recipient did not request has one. */
  readonly unsubscribe?: MailLink<Words>;
}
interface MailLink<Words> {
  readonly label: Words;
  readonly url: string;
}
/**
 * The content of a mail before its language is known: texts to be translated, and strings that stay as they are, such
 * as names.
 */
export type MailTexts = MailContent<Text | string>;
/** The content of a mail in the recipient's language. One template renders it as HTML and as plain text. */
export type MailParts = MailContent<string> & {
  readonly attachments?: readonly MailAttachment[];
  /** The language of the mail; absent in mails that an earlier release queued, which are in English. */
  readonly language?: Language;
};
type MailKind =
  | 'verify-address'
  | 'reset-password'
  | 'password-changed'
  | 'second-factor'
  | 'role-changed'
  | 'new-address'
  | 'address-changed'
  | 'test'
  | `notification:${NotificationMailKind}`;
/**
 * The kinds of mails to addresses that somebody types who is not their owner. `queueMail` does not accept them: they
 * leave only in the name of a person whose own address is verified (`sendTypedMail` of accounts).
 */
type TypedMailKind = 'invitation' | 'documents' | 'payment-confirmation';
/** A file that goes with a mail. Its bytes are read when the mail is sent, and must have this hash then. */
export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly storageKey: string;
  readonly sha256: string;
  readonly size: number;
}
/** To whom a mail goes: e-mail addresses alone, without names. */
type Recipients =
  | { readonly recipient: string }
  | {
      readonly recipients: { readonly to: readonly string[]; readonly cc: readonly string[] };
      /** Where an answer goes; absent: to the sender of the installation. */
      readonly replyTo?: string;
    };
interface MailHead {
  readonly attachments?: readonly MailAttachment[];
  /** The mail does not leave earlier, so that it can be withdrawn until then (`withdrawMail`). */
  readonly notBefore?: Date;
  /** The account and the person that the mail concerns; null if there is none. */
  readonly accountId: string | null;
  readonly personId: string | null;
  /**
   * The language in the recipient's profile: null if they chose none, absent if the recipient is not known. In both
   * cases the mail is in English.
   */
  readonly language?: string | null;
}
/**
 * A mail to be queued. The type requires an unsubscribe link for notifications; the other kinds answer an action or
 * concern the security of the account, so nobody can unsubscribe from them.
 */
export type Mail = MailHead &
  Recipients &
  (
    | { readonly kind: Exclude<MailKind, `notification:${string}`>; readonly texts: MailTexts }
    | {
        readonly kind: `notification:${NotificationMailKind}`;
        readonly texts: MailTexts & Required<Pick<MailTexts, 'unsubscribe'>>;
      }
  );

/** A mail to addresses that somebody typed. */
export type TypedMail = MailHead & Recipients & { readonly kind: TypedMailKind; readonly texts: MailTexts };

export type MailDeps = Pick<Deps, 'clock' | 'newId' | 'secrets'>;
/** Where the encrypted content of a mail is stored. The encryption binds the content to this place. */
export const mailPlace = (id: string) => ({ table: 'mail_message', column: 'sealed_parts', accountId: '', rowId: id });

/**
 * Queues a mail in the running transaction. A job sends it after the commit, and retries until the mail is sent or
 * given up. Returns its id.
 */
export const queueMail = (tx: Tx | SystemTx, deps: MailDeps, mail: Mail): Promise<string> =>
  insertMail(tx, deps, mail, null);

/**
 * Queues a mail to typed addresses in the name of a person; null: of nobody, for an address that has been mailed
 * before. It checks neither the person nor a limit, so use `sendTypedMail` of accounts wherever somebody is signed in.
 */
export const queueTypedMail = (tx: SystemTx, deps: MailDeps, mail: TypedMail, sentBy: string | null): Promise<string> =>
  insertMail(tx, deps, mail, sentBy);

async function insertMail(
  tx: Tx | SystemTx,
  deps: MailDeps,
  mail: Mail | TypedMail,
  sentBy: string | null,
): Promise<string> {
  const id = deps.newId();
  const now = deps.clock.now();
  const { to, cc } = 'recipients' in mail ? mail.recipients : { to: [mail.recipient], cc: [] };
  const [recipient, ...alsoTo] = to;
  if (recipient === undefined) throw new Error('A mail needs a recipient');
  await (tx as SystemTx)
    .insertInto('mail_message')
    .values({
      id,
      account_id: mail.accountId,
      person_id: mail.personId,
      sent_by: sentBy,
      kind: mail.kind,
      recipient,
      also_to: alsoTo,
      cc: [...cc],
      reply_to: ('replyTo' in mail ? mail.replyTo : undefined) ?? null,
      sealed_parts: deps.secrets.seal(
        JSON.stringify({
          ...partsOf(mail.texts, languageNamed(mail.language ?? null) ?? 'en'),
          ...(mail.attachments && { attachments: mail.attachments }),
        }),
        mailPlace(id),
      ),
      next_try_at: mail.notBefore ?? now,
      created_at: now,
    })
    .execute();
  await wake(tx, 'mail.send', { accountId: mail.accountId }, mail.notBefore ?? null);
  return id;
}

/** Translates the texts of a mail into a language. */
export function partsOf(texts: MailTexts, language: Language): MailParts {
  const say = (words: Text | string) => wordsOfStored(words, language);
  const link = ({ label, url }: MailLink<Text | string>) => ({ label: say(label), url });
  return {
    language,
    subject: say(texts.subject),
    heading: say(texts.heading),
    paragraphs: texts.paragraphs.map(say),
    ...(texts.bodyHtml !== undefined && { bodyHtml: texts.bodyHtml }),
    ...(texts.items && { items: texts.items.map((item) => ({ ...item, text: say(item.text) })) }),
    ...(texts.action && { action: link(texts.action) }),
    ...(texts.afterAction && { afterAction: texts.afterAction.map(say) }),
    ...(texts.unsubscribe && { unsubscribe: link(texts.unsubscribe) }),
  };
}

/**
 * Builds the absolute URL of a page of the web app, for a mail. It begins with the configured public URL, never with
 * the Host header of a request.
 */
export const publicLink = ({ config }: Pick<Deps, 'config'>, path: string): string => `${config.publicUrl}${path}`;
