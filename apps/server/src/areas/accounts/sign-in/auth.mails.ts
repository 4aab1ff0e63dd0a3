import { say } from '@quayside/contracts/texts/catalogue';
import { languageNamed } from '@quayside/contracts/texts/languages';
import type { Deps } from '../../../deps.ts';
import { type MailTexts, publicLink } from '../../../mail/queue-mail.ts';

type LinkDeps = Pick<Deps, 'config'>;
/** The person that a link is for, and the token in the link. */
interface Link {
  readonly personId: string;
  readonly token: string;
}

// Anybody can register an address that is not theirs. These mails therefore contain no text that a visitor typed, such
// as a name or a company; otherwise strangers could send texts of their own to that address.

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

/** Informs the person at their current address that somebody requested a change of address. */
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

/** An instant, with the time zone and the language in which the recipient of a mail sees it. */
export interface When {
  readonly at: Date;
  readonly timeZone: string;
  /** Null if the person has not chosen a language. */
  readonly language: string | null;
}
/** Formats the instant in the person's time zone and language. */
export function whenText({ at, timeZone, language }: When): string {
  const locale = DATE_LOCALE[languageNamed(language) ?? 'en'];
  const format = { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat(locale, format).format(at)} (${timeZone})`;
}
const DATE_LOCALE = { en: 'en-GB', 'zh-CN': 'zh-CN' } as const;
