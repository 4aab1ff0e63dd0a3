import type { AccountRole, AccountUser } from '@quayside/contracts/accounts/people';

/** The name of a person: first and last name, or the e-mail address if both are empty. */
export const nameOf = ({ firstName, lastName, email }: Pick<AccountUser, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

/** The role that is shown. A person with both roles is shown as an admin. */
export const roleOf = ({ roles }: Pick<AccountUser, 'roles'>): AccountRole =>
  roles.includes('sv-account-admin') ? 'sv-account-admin' : 'sv-account-viewer';
