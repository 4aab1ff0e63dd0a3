/** What other areas may ask of invoices: what a row of the log says of one. */
export { changesOf } from './invoice-history.rules.ts';
