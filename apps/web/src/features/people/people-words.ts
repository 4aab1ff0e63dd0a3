import type { AccountRole, AccountUser } from '@quayside/contracts/people';

/** First and last name, else the address. */
export const nameOf = ({ firstName, lastName, email }: Pick<AccountUser, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

/** The stronger one, where somebody has both. */
export const roleOf = ({ roles }: Pick<AccountUser, 'roles'>): AccountRole =>
  roles.includes('sv-account-admin') ? 'sv-account-admin' : 'sv-account-viewer';
