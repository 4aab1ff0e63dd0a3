/** A mail as it leaves: everything a transport needs, and nothing of what it is about. */
export interface OutgoingMail {
  /** The same in each try, so that whoever receives it twice can tell. */
  readonly id: string;
  /** One address alone. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where the reader says that they want no more of these, by a page or by a POST without a body that matters; undefined: a mail that they asked for. */
  readonly unsubscribeUrl?: string;
}

/** Whom a failure concerns: this mail for good, this mail for now, or all mails until the server is well again. */
export type MailFailureKind = 'refused' | 'later' | 'server';

/** A mail that did not leave. The message is fit for logs: no addresses, no links, nothing that the server said in its own words. */
export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  constructor(kind: MailFailureKind, message: string) {
    super(message);
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** Brings mails out of the house. */
export interface Mailer {
  /** Comes back when somebody else has taken charge of the mail; throws a `MailFailure` otherwise. */
  send(mail: OutgoingMail): Promise<void>;
}

/** A mail in the local mailbox, without its words. */
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
/** Where mails lie on this machine instead of being sent: for development and the demo. */
export interface Mailbox {
  /** The newest first. */
  list(): Promise<readonly MailboxEntry[]>;
  read(id: string): Promise<MailboxMail | undefined>;
}
