export type { Notice } from './notifications.queries.ts';
export { notify } from './notifications.service.ts';
