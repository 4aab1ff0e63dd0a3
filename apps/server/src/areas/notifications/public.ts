export { NAMED, notifyOfDifferences } from './differences.ts';
export { notify } from './notifications.service.ts';
