/**
 * What other areas may ask of accounts: whether the person at the keyboard is the one who signed in, when closed things
 * are archived, what people are called, and who wants which mails.
 */
export { archivingOf } from './account-settings.service.ts';
export { canSendMail } from './leaving-mails.service.ts';
export { proveByBody } from './own-password.service.ts';
export { personNames } from './person-names.views.ts';
export { mailReaders, tellsOfUploads, unsubscribeToken } from './wanted-mails.service.ts';
