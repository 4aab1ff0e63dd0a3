/** What other areas may ask of accounts: whether the person at the keyboard is the one who signed in. */
export { confirmOwnPassword } from './own-password.service.ts';
