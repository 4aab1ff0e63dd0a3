/**
 * What other areas may use of accounts: the check for a recent proof of identity, the setting for automatic archiving,
 * the exchange policy, the supplier that stands for the bank, the names of people, the recipients of mails, and the
 * sending of mails to addresses that people type.
 */
export { archivingOf } from './settings/account-settings.service.ts';
export { bankSupplierOf, setBankSupplier } from './settings/bank-supplier.service.ts';
export { exchangePolicyOf, setExchangePolicy } from './settings/exchange-policy.service.ts';
export { proveByBody } from './own/own-password.service.ts';
export { personNames } from './people/person-names.views.ts';
export { sendTypedMail, type TypedMailDeps } from './mails/typed-mails.service.ts';
export { mailReaders, mailSender, sendsMail, sendsMailOf, unsubscribeToken } from './mails/wanted-mails.service.ts';
