import { SALES_CHANNELS } from '../lists.ts';

/** Where stock can be: the account's own warehouse, or the warehouse of a sales channel (stock §1). */
export const PLACES = ['WAREHOUSE', ...SALES_CHANNELS] as const;
export type Place = (typeof PLACES)[number];
