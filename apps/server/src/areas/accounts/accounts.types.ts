import type * as contract from '@quayside/contracts/accounts/accounts';
import type { BodyOut } from '@quayside/contracts/endpoint';

export type { AccountSettings, Me } from '@quayside/contracts/accounts/accounts';
/** The parsed request body of a call of this area. */
export type BodyOf<K extends 'authenticate' | 'registerTrial' | 'updateAccountSettings'> = BodyOut<
  (typeof contract)[K]
>;
