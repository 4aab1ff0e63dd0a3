export { NAMED, notifyOfDifferences } from './differences.ts';
export { cleanedMessage, notify, withdrawNotice } from './notifications.service.ts';
