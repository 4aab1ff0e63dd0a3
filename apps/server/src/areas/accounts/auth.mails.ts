import type { Deps } from '../../deps.ts';
import { type MailParts, publicLink } from '../../mail/queue-mail.ts';

type LinkDeps = Pick<Deps, 'config'>;
/** Whom a link is for, and what it carries. */
interface Link {
  readonly personId: string;
  readonly token: string;
}

// Nothing that a stranger typed (a name, a company) stands in these mails: whoever registers somebody else's address
// must not write to it.

/** Asks whoever registered to show that they read this address. */
export const verifyAddressMail = (deps: LinkDeps, { personId, token }: Link): MailParts => ({
  subject: 'Verify your e-mail address',
  heading: 'Verify your e-mail address',
  paragraphs: ['This address was given for an account at Quayside. Please confirm that it is yours.'],
  action: { label: 'Verify my address', url: publicLink(deps, `/login/verify/${personId}/${token}`) },
  afterAction: [
    'The link holds for 7 days and works once.',
    'If you did not register, leave it unopened. Nothing else will come.',
  ],
});

/** The way to a new password. */
export const resetPasswordMail = (deps: LinkDeps, { personId, token }: Link): MailParts => ({
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: ['Somebody, probably you, asked for a new password for this address.'],
  action: { label: 'Choose a new password', url: publicLink(deps, `/login/new-password/${personId}/${token}`) },
  afterAction: [
    'The link holds for one hour and works once.',
    'If it was not you, do nothing: your password stays as it is.',
  ],
});

/** Tells that the password is another one now. */
export const passwordChangedMail = (
  deps: LinkDeps,
  when: { readonly at: Date; readonly timeZone: string },
): MailParts => ({
  subject: 'Your password was changed',
  heading: 'Your password was changed',
  paragraphs: [
    `The password of your Quayside sign-in was changed on ${whenText(when)}. Your other browsers were signed out.`,
  ],
  action: { label: 'I did not do this', url: publicLink(deps, '/login/reset') },
  afterAction: ['If it was you, there is nothing to do. If not, choose a new password at once.'],
});

/** Asks whether the new address is read by who asked for it. */
export const newAddressMail = (deps: LinkDeps, { personId, token }: Link): MailParts => ({
  subject: 'Confirm your new e-mail address',
  heading: 'Confirm your new e-mail address',
  paragraphs: [
    'Somebody who signs in at Quayside wants to use this address from now on. Until it is confirmed, nothing changes.',
  ],
  action: { label: 'Use this address', url: publicLink(deps, `/login/new-address/${personId}/${token}`) },
  afterAction: ['The link holds for one day and works once.', 'If it was not you, leave it unopened.'],
});

/** Tells the present address that another one was asked for. */
export const addressAskedMail = (
  deps: LinkDeps,
  asked: { readonly newAddress: string; readonly at: Date; readonly timeZone: string },
): MailParts => ({
  subject: 'Your e-mail address is about to change',
  heading: 'Your e-mail address is about to change',
  paragraphs: [
    `On ${whenText(asked)} somebody who knows your password asked to sign in with ${asked.newAddress} instead of this address.`,
    'The address changes once the link that went there is opened.',
  ],
  action: { label: 'I did not do this', url: publicLink(deps, '/login/reset') },
  afterAction: [
    'If it was you, there is nothing to do. If not, choose a new password at once: the link that went there then opens nothing.',
  ],
});

/** The instant in words, in the person's own time zone. */
export const whenText = ({ at, timeZone }: { at: Date; timeZone: string }): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)} (${timeZone})`;
