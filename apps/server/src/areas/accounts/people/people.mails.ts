import type { AccountRole } from '@quayside/contracts/accounts/people';
import { say } from '@quayside/contracts/texts/catalogue';
import type { MailTexts } from '../../../mail/queue-mail.ts';

/** Whether the roles include admin, which takes precedence over viewer. */
const isAdmin = (roles: readonly AccountRole[]): boolean => roles.includes('sv-account-admin');

// Whoever invites or is invited can choose names that are no names. In these mails they stand in the second line of the
// body, after a sentence of our own, and never in what a mail program shows of an unopened mail.

interface InvitationWords {
  readonly accountName: string;
  /** The name of the inviter; empty if unknown. */
  readonly inviter: string;
  readonly roles: readonly AccountRole[];
  readonly url: string;
  /** Whether the person has no password yet. If so, the link alone gives access. */
  readonly isNewcomer: boolean;
}

export function invitationMail({ accountName: account, inviter, roles, url, isNewcomer }: InvitationWords): MailTexts {
  return {
    subject: say('mail.invitation'),
    heading: say('mail.invitation'),
    paragraphs: [
      say(isAdmin(roles) ? 'mail.invited_as_admin' : 'mail.invited_as_viewer'),
      say('mail.invited_by', { inviter: inviter || say('mail.some_admin'), account }),
      say(isAdmin(roles) ? 'mail.admin_may' : 'mail.viewer_may'),
    ],
    action: { label: say('mail.invitation_action'), url },
    afterAction: [
      say(isNewcomer ? 'mail.invitation_newcomer' : 'mail.invitation_member'),
      say('mail.invitation_unknown'),
    ],
  };
}

export function roleChangedMail(account: string, roles: readonly AccountRole[], url: string): MailTexts {
  return {
    subject: say(isAdmin(roles) ? 'mail.now_admin' : 'mail.now_viewer'),
    heading: say('mail.role_changed'),
    paragraphs: [
      say(isAdmin(roles) ? 'mail.now_admin_body' : 'mail.now_viewer_body'),
      say('mail.about_account', { account }),
      say('mail.signed_out'),
    ],
    action: { label: say('mail.sign_in'), url },
  };
}

export const removedMail = (account: string): MailTexts => ({
  subject: say('mail.removed'),
  heading: say('mail.removed'),
  paragraphs: [say('mail.removed_body'), say('mail.about_account', { account }), say('mail.removed_by_mistake')],
});
