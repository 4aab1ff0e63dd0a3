import type { LINE_COLUMNS } from '@quayside/contracts/invoices/invoice-line-imports';
import { COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';

export type LineColumn = (typeof LINE_COLUMNS)[number];

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]+/gu, '');
/** Common names of cost types, in addition to their codes. */
const ALIASES: Readonly<Record<string, CostCategory>> = {
  factory: 'FACTORY_INVOICE',
  goods: 'FACTORY_INVOICE',
  货款: 'FACTORY_INVOICE',
  freight: 'SHIPPING',
  运费: 'SHIPPING',
  customs: 'CUSTOMS_AND_DUTIES',
  duty: 'CUSTOMS_AND_DUTIES',
  duties: 'CUSTOMS_AND_DUTIES',
  关税: 'CUSTOMS_AND_DUTIES',
  inspection: 'INSPECTIONS',
  samples: 'PRODUCT_SAMPLES',
  testing: 'PRODUCT_TESTING',
  保险: 'INSURANCE',
};
const COST_TYPES: ReadonlyMap<string, CostCategory> = new Map([
  ...Object.entries(ALIASES),
  ...COST_CATEGORIES.map((category): [string, CostCategory] => [letters(category), category]),
]);

/** The cost type that a cell contains, as a code or in words. */
export const costTypeOf = (text: string): CostCategory | undefined => COST_TYPES.get(letters(text));
