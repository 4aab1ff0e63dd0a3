import type { Carton, CartonType } from '@quayside/contracts/shipments/cartons';
import { EN_DASH, formatCount, groupDigits } from '../../../lib/words/format.ts';

/** The units of weight in which a carton can be weighed, as they are written behind a figure. */
export const WEIGHT_SYMBOLS = { GR: 'g', KG: 'kg', OZ: 'oz', LB: 'lb' } as const;

/** What one carton of a row holds: "12 × KTL-17, 6 × KTL-18". */
export const contentsWords = ({ contents }: Pick<Carton, 'contents'>): string =>
  contents.map(({ sku, units }) => `${formatCount(units)} × ${sku}`).join(', ');

/** The measured weight of one carton with its unit: "14.2 kg". Empty while nobody weighed it. */
export const measuredWords = ({ measuredWeight, weightUnit }: Pick<Carton, 'measuredWeight' | 'weightUnit'>): string =>
  measuredWeight === null ? '' : `${groupDigits(measuredWeight)} ${WEIGHT_SYMBOLS[weightUnit]}`;

/** The units of length of the sides of a carton, as they are written behind a figure. */
export const LENGTH_SYMBOLS = { CM: 'cm', IN: 'in', MM: 'mm', M: 'm', FT: 'ft' } as const;

/** The sides of a carton type with their unit: "60 × 40 × 40 cm". An unknown side is a question mark. */
export function sidesWords({
  length,
  width,
  height,
  dimensionUnit,
}: Pick<CartonType, 'length' | 'width' | 'height' | 'dimensionUnit'>): string {
  const sides = [length, width, height];
  if (sides.every((side) => side === null)) return EN_DASH;
  const words = sides.map((side) => (side === null ? '?' : groupDigits(side))).join(' × ');
  return `${words} ${LENGTH_SYMBOLS[dimensionUnit]}`;
}

/** What a carton type weighs when it is empty, with its unit. A dash while it is unknown. */
export const tareWords = ({ weight, weightUnit }: Pick<CartonType, 'weight' | 'weightUnit'>): string =>
  weight === null ? EN_DASH : `${groupDigits(weight)} ${WEIGHT_SYMBOLS[weightUnit]}`;
