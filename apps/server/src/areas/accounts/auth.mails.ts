import { say } from '@quayside/contracts/texts/catalogue';
import { languageNamed } from '@quayside/contracts/texts/languages';
import type { Deps } from '../../deps.ts';
import { type MailTexts, publicLink } from '../../mail/queue-mail.ts';

type LinkDeps = Pick<Deps, 'config'>;
/** Whom a link is for, and what it carries. */
interface Link {
  readonly personId: string;
  readonly token: string;
}

// Nothing that a stranger typed (a name, a company) stands in these mails: whoever registers somebody else's address
// must not write to it.

/** Asks whoever registered to show that they read this address. */
export const verifyAddressMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.verify'),
  heading: say('mail.verify'),
  paragraphs: [say('mail.verify_body')],
  action: { label: say('mail.verify_action'), url: publicLink(deps, `/login/verify/${personId}/${token}`) },
  afterAction: [say('mail.verify_link'), say('mail.verify_not_you')],
});

/** The way to a new password. */
export const resetPasswordMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.reset'),
  heading: say('mail.reset'),
  paragraphs: [say('mail.reset_body')],
  action: { label: say('mail.reset'), url: publicLink(deps, `/login/new-password/${personId}/${token}`) },
  afterAction: [say('mail.reset_link'), say('mail.reset_not_you')],
});

/** Tells that the password is another one now. */
export const passwordChangedMail = (deps: LinkDeps, when: When): MailTexts => ({
  subject: say('mail.password_changed'),
  heading: say('mail.password_changed'),
  paragraphs: [say('mail.password_changed_body', { when: whenText(when) })],
  action: notMe(deps),
  afterAction: [say('mail.was_it_you')],
});

/** Asks whether the new address is read by who asked for it. */
export const newAddressMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.new_address'),
  heading: say('mail.new_address'),
  paragraphs: [say('mail.new_address_body')],
  action: { label: say('mail.new_address_action'), url: publicLink(deps, `/login/new-address/${personId}/${token}`) },
  afterAction: [say('mail.new_address_link'), say('mail.new_address_not_you')],
});

/** Tells the present address that another one was asked for. */
export const addressAskedMail = (deps: LinkDeps, when: When, newAddress: string): MailTexts => ({
  subject: say('mail.address_asked'),
  heading: say('mail.address_asked'),
  paragraphs: [
    say('mail.address_asked_body', { when: whenText(when), address: newAddress }),
    say('mail.address_asked_then'),
  ],
  action: notMe(deps),
  afterAction: [say('mail.address_asked_not_you')],
});

/** The way to a new password, for who did not do what a mail tells. */
export const notMe = (deps: LinkDeps) => ({ label: say('mail.not_me'), url: publicLink(deps, '/login/reset') });

/** An instant, and where and in which language its reader is. */
export interface When {
  readonly at: Date;
  readonly timeZone: string;
  /** Null: none was chosen. */
  readonly language: string | null;
}
/** The instant in words, in the person's own time zone. */
export const whenText = ({ at, timeZone, language }: When): string =>
  `${new Intl.DateTimeFormat(DATE_LOCALE[languageNamed(language) ?? 'en'], { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)} (${timeZone})`;
const DATE_LOCALE = { en: 'en-GB', 'zh-CN': 'zh-CN' } as const;
