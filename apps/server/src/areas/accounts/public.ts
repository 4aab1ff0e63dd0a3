/** What other areas may ask of accounts: whether the person at the keyboard is the one who signed in, and when closed things are archived. */
export { archivingOf } from './account-settings.service.ts';
export { proveByBody } from './own-password.service.ts';
