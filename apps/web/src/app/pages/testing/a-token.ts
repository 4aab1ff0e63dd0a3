import type { Token } from '@quayside/contracts/accounts';
import { USER_ID } from '../../../testing/person.ts';

/** What a sign-in answers. */
export const aToken = (): Token => ({
  access_token: 'token',
  expires_in: 1800,
  refresh_token: '',
  refresh_expires_in: 1,
  scope: '',
  session_state: '',
  userId: USER_ID,
});
