import { DUE_EVENTS, type DueEvent } from '../payables/due-events.ts';

/** The events at which a share of the price becomes due: those from which the days of instalments are counted. */
export const TERM_EVENTS = DUE_EVENTS;
export type TermEvent = DueEvent;

/**
 * The whole price in hundredths of a per cent. All shares have this unit, so that 33.33 + 33.33 + 33.34 is exactly 100.
 */
export const WHOLE = 10_000;

/** Parses a share such as "30" or "33.33" into hundredths of a per cent; undefined when it is invalid. */
export function hundredthsOf(percent: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  if (whole === undefined) return undefined;
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return hundredths > 0 && hundredths <= WHOLE ? hundredths : undefined;
}

/** Formats a share without trailing zeros. */
export function percentText(hundredths: number): string {
  const fraction = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(hundredths / 100)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Computes what is left of the price after these shares: 0 when they add up to the whole price, negative when they
 * exceed it. Invalid shares count as 0.
 */
export const leftOf = (percents: readonly string[]): number =>
  percents.reduce((left, percent) => left - (hundredthsOf(percent) ?? 0), WHOLE);

interface LeadTimeDays {
  readonly production: number | null;
  readonly transit: number | null;
  readonly checkIn: number | null;
}
/** Adds up the days from the order until the goods can be sold; null when none of the parts is known. */
export function totalDays({ production, transit, checkIn }: LeadTimeDays): number | null {
  const known = [production, transit, checkIn].filter((days) => days !== null);
  return known.length === 0 ? null : known.reduce((sum, days) => sum + days, 0);
}

/** Returns the lead time of a supplier: the lead time for its shipping method, otherwise its general one. */
export function leadTimeOf(supplier: {
  readonly leadTime: number | null;
  readonly shippingMethod: string | null;
  readonly leadTimes: readonly (LeadTimeDays & { readonly shippingMethod: string })[];
}): number | null {
  const own = supplier.leadTimes.find((time) => time.shippingMethod === supplier.shippingMethod);
  return (own && totalDays(own)) ?? supplier.leadTime;
}
