/**
 * What other areas may use of accounts: the check of recent proof, the setting for automatic archiving, names of
 * people, and who wants which mails.
 */
export { archivingOf } from './account-settings.service.ts';
export { canSendMail } from './leaving-mails.service.ts';
export { proveByBody } from './own-password.service.ts';
export { personNames } from './person-names.views.ts';
export { mailReaders, tellsOfUploads, unsubscribeToken } from './wanted-mails.service.ts';
