/** A rendered mail: everything that a transport needs. */
export interface OutgoingMail {
  /** The same in each attempt, so that a mail server or reader can detect a duplicate. */
  readonly id: string;
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The unsubscribe link, for GET (a page) or POST (any body); undefined for a mail that the reader requested. */
  readonly unsubscribeUrl?: string;
}

/** The scope of a failure: this mail for good, this mail for now, or all mails until the server recovers. */
export type MailFailureKind = 'refused' | 'later' | 'server';

/** A mail could not be sent. The message is safe to log: no addresses, no links, no words of the server. */
export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  constructor(kind: MailFailureKind, message: string) {
    super(message);
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** Sends mails. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail; otherwise throws a `MailFailure`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** A mail in the local mailbox, without its content. */
export interface MailboxEntry {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly sentAt: string;
}
export interface MailboxMail extends MailboxEntry {
  readonly from: string;
  readonly html: string;
  readonly text: string;
}
/** Stores mails on this machine instead of sending them, for development and the demo. */
export interface Mailbox {
  /** Newest first. */
  list(): Promise<readonly MailboxEntry[]>;
  read(id: string): Promise<MailboxMail | undefined>;
}
