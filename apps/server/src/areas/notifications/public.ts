export { NAMED, notifyOfDifferences } from './differences.ts';
export { cleanedMessage, notify } from './notifications.service.ts';
