/**
 * What other areas may use of accounts: the check for a recent proof of identity, the setting for automatic archiving,
 * the exchange policy, the supplier that stands for the bank, the names of people, the recipients of mails, and the
 * sending of mails to addresses that people type.
 */
export { archivingOf } from './account-settings.service.ts';
export { bankSupplierOf, setBankSupplier } from './bank-supplier.service.ts';
export { exchangePolicyOf, setExchangePolicy } from './exchange-policy.service.ts';
export { proveByBody } from './own-password.service.ts';
export { personNames } from './person-names.views.ts';
export { sendTypedMail, type TypedMailDeps } from './typed-mails.service.ts';
export { mailReaders, mailSender, sendsMail, sendsMailOf, unsubscribeToken } from './wanted-mails.service.ts';
