export { NAMED, notifyOfDifferences } from './differences.ts';
export { notify, withdrawNotice } from './notifications.service.ts';
