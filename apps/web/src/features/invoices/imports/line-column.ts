import type { LINE_COLUMNS } from '@quayside/contracts/invoices/invoice-line-imports';

/** The fields of a line that a column of an import can hold. */
export type LineColumn = (typeof LINE_COLUMNS)[number];
