import { say } from '@quayside/contracts/texts/catalogue';
import { languageNamed } from '@quayside/contracts/texts/languages';
import type { Deps } from '../../deps.ts';
import { type MailTexts, publicLink } from '../../mail/queue-mail.ts';

type LinkDeps = Pick<Deps, 'config'>;
/** The person that a link is for, and its token. */
interface Link {
  readonly personId: string;
  readonly token: string;
}

// These mails contain no text that a visitor typed (a name, a company), because anybody can register an address that is
// not theirs and would otherwise send their text to it.

/** Asks a registered person to verify their address. */
export const verifyAddressMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.verify'),
  heading: say('mail.verify'),
  paragraphs: [say('mail.verify_body')],
  action: { label: say('mail.verify_action'), url: publicLink(deps, `/login/verify/${personId}/${token}`) },
  afterAction: [say('mail.verify_link'), say('mail.verify_not_you')],
});

/** The mail with a password reset link. */
export const resetPasswordMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.reset'),
  heading: say('mail.reset'),
  paragraphs: [say('mail.reset_body')],
  action: { label: say('mail.reset'), url: publicLink(deps, `/login/new-password/${personId}/${token}`) },
  afterAction: [say('mail.reset_link'), say('mail.reset_not_you')],
});

/** Informs the person that their password was changed. */
export const passwordChangedMail = (deps: LinkDeps, when: When): MailTexts => ({
  subject: say('mail.password_changed'),
  heading: say('mail.password_changed'),
  paragraphs: [say('mail.password_changed_body', { when: whenText(when) })],
  action: notMe(deps),
  afterAction: [say('mail.was_it_you')],
});

/** Asks for a confirmation of the new address. */
export const newAddressMail = (deps: LinkDeps, { personId, token }: Link): MailTexts => ({
  subject: say('mail.new_address'),
  heading: say('mail.new_address'),
  paragraphs: [say('mail.new_address_body')],
  action: { label: say('mail.new_address_action'), url: publicLink(deps, `/login/new-address/${personId}/${token}`) },
  afterAction: [say('mail.new_address_link'), say('mail.new_address_not_you')],
});

/** Informs the current address that a change was requested. */
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

/** The link to reset the password, for a person who did not make the change that the mail reports. */
export const notMe = (deps: LinkDeps) => ({ label: say('mail.not_me'), url: publicLink(deps, '/login/reset') });

/** An instant, with the time zone and language of the reader. */
export interface When {
  readonly at: Date;
  readonly timeZone: string;
  /** Null when the person chose no language. */
  readonly language: string | null;
}
/** The instant as text, in the person's time zone. */
export const whenText = ({ at, timeZone, language }: When): string =>
  `${new Intl.DateTimeFormat(DATE_LOCALE[languageNamed(language) ?? 'en'], { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)} (${timeZone})`;
const DATE_LOCALE = { en: 'en-GB', 'zh-CN': 'zh-CN' } as const;
