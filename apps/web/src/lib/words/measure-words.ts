import { EN_DASH } from './format.ts';
import { CUBIC_METRE_DECIMALS, KILOGRAM_DECIMALS, shownMeasure } from './measure.ts';

/** Writes measures into a text: rounded, or in full for its tooltip. Unknown ones are a dash. */
export interface MeasureWords {
  /** A decimal figure with this number of decimals, without a unit. */
  readonly figure: (value: string, decimals: number) => string;
  /** The same without zeros at its end: "35" where the figure is "35.0". */
  readonly quantity: (value: string, decimals: number) => string;
  /** A volume with its unit: "7.336 m³". */
  readonly cubicMetres: (value: string | null) => string;
  /** A weight with its unit: "1,975.6 kg". */
  readonly kilograms: (value: string | null) => string;
}

const wordsWith = (figure: MeasureWords['figure']): MeasureWords => ({
  figure,
  quantity: (value, decimals) => {
    const text = figure(value, decimals);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  },
  cubicMetres: (value) => (value === null ? EN_DASH : `${figure(value, CUBIC_METRE_DECIMALS)} m³`),
  kilograms: (value) => (value === null ? EN_DASH : `${figure(value, KILOGRAM_DECIMALS)} kg`),
});

/** Measures as they are shown: kilograms with one decimal, cubic metres with three, more if they would be zero. */
export const ROUNDED: MeasureWords = wordsWith((value, decimals) => shownMeasure(value, decimals).figure);

/** Measures in full, for tooltips. One that is not rounded is written as it is shown. */
export const IN_FULL: MeasureWords = wordsWith((value, decimals) => {
  const { figure, exact } = shownMeasure(value, decimals);
  return exact ?? figure;
});
