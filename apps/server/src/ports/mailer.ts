/** A rendered mail: everything that a transport needs. */
export interface OutgoingMail {
  /** The id is the same in each attempt, so that a mail server or mail program can detect a duplicate. */
  readonly id: string;
  /** The address of the first recipient. */
  readonly to: string;
  /** The other recipients, if there are any. */
  readonly alsoTo?: readonly string[];
  readonly cc?: readonly string[];
  /** Where an answer goes. Without it, answers go to the sender of the installation. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /**
   * The unsubscribe URL: GET shows a page, POST with any body unsubscribes. Undefined for a mail that the recipient
   * requested.
   */
  readonly unsubscribeUrl?: string;
}

/**
 * What a failure concerns. `refused`: this mail, which is given up. `later`: this mail, which is tried again. `server`:
 * all mails until the mail server recovers.
 */
export type MailFailureKind = 'refused' | 'later' | 'server';

/**
 * Thrown when a mail could not be sent. The message is safe to log: it contains no addresses, no links and no text from
 * the mail server.
 */
export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  constructor(kind: MailFailureKind, message: string) {
    super(message);
    this.name = 'MailFailure';
    this.kind = kind;
  }
}

/** Sends mails. Implemented by the SMTP client and the local mailbox. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail; otherwise rejects with a `MailFailure`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** One mail in the list of the local mailbox. */
interface MailboxEntry {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly sentAt: string;
}
export interface MailboxMail extends MailboxEntry {
  readonly from: string;
  /** Addresses, separated by commas; empty when there are none. */
  readonly cc: string;
  readonly html: string;
  readonly text: string;
}
/** The mails that are stored on this machine instead of being sent, for development and the demo. */
export interface Mailbox {
  /** Lists the mails, newest first. */
  list(): Promise<readonly MailboxEntry[]>;
  read(id: string): Promise<MailboxMail | undefined>;
}
