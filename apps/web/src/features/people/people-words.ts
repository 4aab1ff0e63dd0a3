import type { AccountRole, AccountUser } from '@quayside/contracts/people';

/** The name of a person: first and last name, else the e-mail address. */
export const nameOf = ({ firstName, lastName, email }: Pick<AccountUser, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

/** The role to show: admin when a person has both roles. */
export const roleOf = ({ roles }: Pick<AccountUser, 'roles'>): AccountRole =>
  roles.includes('sv-account-admin') ? 'sv-account-admin' : 'sv-account-viewer';
