/** The whole price, in hundredths of a per cent. Shares are counted in these: 33.33 + 33.33 + 33.34 is 100. */
export const WHOLE = 10_000;

/** A share such as "30" or "33.33" in hundredths of a per cent; undefined where it is none. */
export function hundredthsOf(percent: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  if (whole === undefined) return undefined;
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return hundredths > 0 && hundredths <= WHOLE ? hundredths : undefined;
}

/** The one way to write a share: no zeros at its end. */
export function percentText(hundredths: number): string {
  const fraction = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(hundredths / 100)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** What is left of the price after these shares; 0 where they are the whole of it, and negative past that. Shares that are none count nothing. */
export const leftOf = (percents: readonly string[]): number => percents.reduce((left, percent) => left - (hundredthsOf(percent) ?? 0), WHOLE);

export interface LeadTimeDays {
  readonly production: number | null;
  readonly transit: number | null;
  readonly checkIn: number | null;
}
/** From the order to goods that can be sold, in days; null while nothing of it is known. */
export function totalDays({ production, transit, checkIn }: LeadTimeDays): number | null {
  const known = [production, transit, checkIn].filter((days) => days !== null);
  return known.length === 0 ? null : known.reduce((sum, days) => sum + days, 0);
}

/** The lead time of a supplier by the way it ships, or what is said in general. */
export function leadTimeOf(supplier: {
  readonly leadTime: number | null;
  readonly shippingMethod: string | null;
  readonly leadTimes: readonly (LeadTimeDays & { readonly shippingMethod: string })[];
}): number | null {
  const own = supplier.leadTimes.find((time) => time.shippingMethod === supplier.shippingMethod);
  return (own && totalDays(own)) ?? supplier.leadTime;
}
