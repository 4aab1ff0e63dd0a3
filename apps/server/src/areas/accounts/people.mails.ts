import type { AccountRole } from '@quayside/contracts/people';
import type { MailParts } from '../../mail/queue-mail.ts';

const ROLE_WORDS: Readonly<Record<AccountRole, string>> = {
  'sv-account-admin': 'admin',
  'sv-account-viewer': 'viewer',
};
const MAY: Readonly<Record<AccountRole, string>> = {
  'sv-account-admin': 'An admin reads and changes everything, and invites people.',
  'sv-account-viewer': 'A viewer reads everything and changes nothing.',
};
/** The stronger one, where somebody has both. */
const roleOf = (roles: readonly AccountRole[]): AccountRole =>
  roles.includes('sv-account-admin') ? 'sv-account-admin' : 'sv-account-viewer';

export interface InvitationWords {
  readonly accountName: string;
  /** Who invites; empty where nobody has a name. */
  readonly inviter: string;
  readonly roles: readonly AccountRole[];
  readonly url: string;
  /** Has no password yet, so the link itself opens the account. */
  readonly isNewcomer: boolean;
}

export function invitationMail({ accountName, inviter, roles, url, isNewcomer }: InvitationWords): MailParts {
  const role = roleOf(roles);
  return {
    subject: `Your invitation to ${accountName}`,
    heading: `Join ${accountName}`,
    paragraphs: [
      `${inviter || 'An admin'} invites you to the account ${accountName} as ${role === 'sv-account-admin' ? 'an' : 'a'} ${ROLE_WORDS[role]}.`,
      MAY[role],
    ],
    action: { label: 'Open the invitation', url },
    afterAction: [
      isNewcomer
        ? 'The link holds for 7 days and for one answer. You choose a password there.'
        : 'Sign in with the password that you have, then answer.',
      'If you do not know who this is, leave it: without an answer nothing happens.',
    ],
  };
}

export function roleChangedMail(accountName: string, roles: readonly AccountRole[], url: string): MailParts {
  const role = roleOf(roles);
  return {
    subject: `Your role in ${accountName} is now ${ROLE_WORDS[role]}`,
    heading: `Your role in ${accountName} has changed`,
    paragraphs: [
      `You are now ${role === 'sv-account-admin' ? 'an' : 'a'} ${ROLE_WORDS[role]}. ${MAY[role]}`,
      'You were signed out of this account. Sign in again to go on.',
    ],
    action: { label: 'Sign in', url },
  };
}

export const removedMail = (accountName: string): MailParts => ({
  subject: `You no longer belong to ${accountName}`,
  heading: `You no longer belong to ${accountName}`,
  paragraphs: [
    `An admin removed you from the account ${accountName}, and you were signed out of it. Other accounts of yours are as they were.`,
    'If this is a mistake, ask the people of the account: they can invite you again.',
  ],
});
