import type { Token } from '@quayside/contracts/accounts/accounts';
import { USER_ID } from './person.ts';

/** The response to a sign-in. */
export const aToken = (over: Partial<Token> = {}): Token => ({
  access_token: 'token',
  expires_in: 1800,
  refresh_token: '',
  refresh_expires_in: 1,
  scope: '',
  session_state: '',
  userId: USER_ID,
  ...over,
});
