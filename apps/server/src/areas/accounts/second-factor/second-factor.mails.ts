import { say } from '@quayside/contracts/texts/catalogue';
import type { Deps } from '../../../deps.ts';
import type { MailTexts } from '../../../mail/queue-mail.ts';
import { notMe, type When, whenText } from '../sign-in/auth.mails.ts';

type LinkDeps = Pick<Deps, 'config'>;

/**
 * Informs the person that sign-in now requires a code. With `isAnother`, sign-in required a code before, but the codes
 * now come from a different app.
 */
export const secondFactorOnMail = (deps: LinkDeps, when: When, isAnother: boolean): MailTexts => ({
  subject: say(isAnother ? 'mail.factor_changed' : 'mail.factor_on'),
  heading: say(isAnother ? 'mail.factor_changed' : 'mail.factor_on'),
  paragraphs: [
    say(isAnother ? 'mail.factor_changed_body' : 'mail.factor_on_body', { when: whenText(when) }),
    say('mail.factor_keep_codes'),
  ],
  action: notMe(deps),
  afterAction: [say('mail.factor_not_you')],
});

/** Informs the person that the second factor was turned off. */
export const secondFactorOffMail = (deps: LinkDeps, when: When): MailTexts => ({
  subject: say('mail.factor_off'),
  heading: say('mail.factor_off'),
  paragraphs: [say('mail.factor_off_body', { when: whenText(when) })],
  action: notMe(deps),
  afterAction: [say('mail.was_it_you')],
});

/** Informs the person that the recovery codes were replaced. */
export const recoveryCodesMail = (deps: LinkDeps, when: When): MailTexts => ({
  subject: say('mail.codes_made'),
  heading: say('mail.codes_made'),
  paragraphs: [say('mail.codes_made_body', { when: whenText(when) })],
  action: notMe(deps),
  afterAction: [say('mail.was_it_you')],
});

/** Informs the person that a recovery code was used to sign in. */
export const recoveryCodeUsedMail = (deps: LinkDeps, when: When, left: number): MailTexts => ({
  subject: say('mail.code_used'),
  heading: say('mail.code_used'),
  paragraphs: [
    say('mail.code_used_body', { when: whenText(when) }),
    left === 0 ? say('mail.codes_none_left') : say('mail.codes_left', { count: left }),
  ],
  action: notMe(deps),
  afterAction: [say('mail.was_it_you')],
});
