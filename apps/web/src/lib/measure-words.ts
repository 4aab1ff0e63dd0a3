import { EN_DASH, groupDigits, roundDecimal } from './format.ts';

const figure = (value: string | null, decimals: number): string | undefined =>
  value === null ? undefined : groupDigits(roundDecimal(value, decimals));

/** A volume with its unit: "7.336 m³". Unknown volumes are a dash. */
export const cubicMetres = (value: string | null): string => {
  const shown = figure(value, 3);
  return shown === undefined ? EN_DASH : `${shown} m³`;
};

/** A weight with its unit: "1,975.6 kg". Unknown weights are a dash. */
export const kilograms = (value: string | null): string => {
  const shown = figure(value, 1);
  return shown === undefined ? EN_DASH : `${shown} kg`;
};
