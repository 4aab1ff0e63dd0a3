import type { AccountRole } from '@quayside/contracts/people';
import { say } from '@quayside/contracts/texts/catalogue';
import type { MailTexts } from '../../mail/queue-mail.ts';

/** Whether the roles include admin, which takes precedence over viewer. */
const isAdmin = (roles: readonly AccountRole[]): boolean => roles.includes('sv-account-admin');

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
    subject: say('mail.invitation', { account }),
    heading: say('mail.invitation_heading', { account }),
    paragraphs: [
      say(isAdmin(roles) ? 'mail.invited_as_admin' : 'mail.invited_as_viewer', {
        inviter: inviter || say('mail.some_admin'),
        account,
      }),
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
    subject: say(isAdmin(roles) ? 'mail.now_admin' : 'mail.now_viewer', { account }),
    heading: say('mail.role_changed', { account }),
    paragraphs: [say(isAdmin(roles) ? 'mail.now_admin_body' : 'mail.now_viewer_body'), say('mail.signed_out')],
    action: { label: say('mail.sign_in'), url },
  };
}

export const removedMail = (account: string): MailTexts => ({
  subject: say('mail.removed', { account }),
  heading: say('mail.removed', { account }),
  paragraphs: [say('mail.removed_body', { account }), say('mail.removed_by_mistake')],
});
