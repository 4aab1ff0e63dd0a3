import type { Deps } from '../../deps.ts';
import { type MailParts, publicLink } from '../../mail/queue-mail.ts';
import { whenText } from './auth.mails.ts';

interface When {
  readonly at: Date;
  readonly timeZone: string;
}
type LinkDeps = Pick<Deps, 'config'>;
const notMe = (deps: LinkDeps) => ({ label: 'I did not do this', url: publicLink(deps, '/login/reset') });

/** Tells that signing in asks for a code from now on; `isAnother`: of another app than before. */
export const secondFactorOnMail = (deps: LinkDeps, when: When, isAnother: boolean): MailParts => ({
  subject: isAnother ? 'Your second factor was changed' : 'Your second factor is on',
  heading: isAnother ? 'Your second factor was changed' : 'Your second factor is on',
  paragraphs: [
    isAnother
      ? `Since ${whenText(when)} your Quayside sign-in asks for a code of another authenticator app than before. Your other browsers were signed out.`
      : `Since ${whenText(when)} your Quayside sign-in asks for a code of your authenticator app after the password. Your other browsers were signed out.`,
    'Keep your recovery codes apart from your phone: each lets you in once without it.',
  ],
  action: notMe(deps),
  afterAction: [
    'If it was you, there is nothing to do. If not, choose a new password at once and ask whoever runs this Quayside to help you in.',
  ],
});

/** Tells that the password alone opens the door again. */
export const secondFactorOffMail = (deps: LinkDeps, when: When): MailParts => ({
  subject: 'Your second factor is off',
  heading: 'Your second factor is off',
  paragraphs: [
    `On ${whenText(when)} the second factor of your Quayside sign-in was turned off. The password alone lets you in again.`,
  ],
  action: notMe(deps),
  afterAction: ['If it was you, there is nothing to do. If not, choose a new password at once.'],
});

/** Tells that the recovery codes are other ones now. */
export const recoveryCodesMail = (deps: LinkDeps, when: When): MailParts => ({
  subject: 'You have new recovery codes',
  heading: 'You have new recovery codes',
  paragraphs: [
    `On ${whenText(when)} new recovery codes were made for your Quayside sign-in. The ones before work no more.`,
  ],
  action: notMe(deps),
  afterAction: ['If it was you, there is nothing to do. If not, choose a new password at once.'],
});

/** Tells that somebody came in without the phone. */
export const recoveryCodeUsedMail = (deps: LinkDeps, when: When, left: number): MailParts => ({
  subject: 'A recovery code was used',
  heading: 'A recovery code was used',
  paragraphs: [
    `On ${whenText(when)} somebody who knows your password used one of your recovery codes instead of a code of your authenticator app.`,
    left === 0
      ? 'It was the last one. Make new ones in your profile, under Security.'
      : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`,
  ],
  action: notMe(deps),
  afterAction: ['If it was you, there is nothing to do. If not, choose a new password at once.'],
});
