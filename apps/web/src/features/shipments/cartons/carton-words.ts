import type { Carton } from '@quayside/contracts/cartons';
import { formatCount, groupDigits } from '../../../lib/format.ts';

/** The units of weight in which a carton can be weighed, as they are written behind a figure. */
export const WEIGHT_SYMBOLS = { GR: 'g', KG: 'kg', OZ: 'oz', LB: 'lb' } as const;

/** What one carton of a row holds: "12 × KTL-17, 6 × KTL-18". */
export const contentsWords = ({ contents }: Pick<Carton, 'contents'>): string =>
  contents.map(({ sku, units }) => `${formatCount(units)} × ${sku}`).join(', ');

/** The measured weight of one carton with its unit: "14.2 kg". Empty while nobody weighed it. */
export const measuredWords = ({ measuredWeight, weightUnit }: Pick<Carton, 'measuredWeight' | 'weightUnit'>): string =>
  measuredWeight === null ? '' : `${groupDigits(measuredWeight)} ${WEIGHT_SYMBOLS[weightUnit]}`;
