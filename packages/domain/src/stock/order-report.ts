import { isDay, todayIn } from '../days/days.ts';
import type { SalesChannel } from '../lists.ts';
import type { Fulfilment } from './sale-places.ts';

// What Amazon's report of all orders says (stock §6): its channels, statuses and instants.

/** What became of a customer order, or of a line of it. */
export const CUSTOMER_ORDER_STATUSES = ['PENDING', 'UNSHIPPED', 'SHIPPED', 'CANCELLED', 'OTHER'] as const;
export type CustomerOrderStatus = (typeof CUSTOMER_ORDER_STATUSES)[number];

/** The report names the site on which a customer bought. */
const CHANNEL_OF_SITE: ReadonlyMap<string, SalesChannel> = new Map([
  ['amazon.com', 'AMAZON_USA'],
  ['amazon.co.uk', 'AMAZON_UK'],
  ['amazon.ca', 'AMAZON_CA'],
  ['amazon.de', 'AMAZON_DE'],
  ['amazon.com.mx', 'AMAZON_MX'],
  ['amazon.fr', 'AMAZON_FR'],
  ['amazon.it', 'AMAZON_IT'],
  ['amazon.es', 'AMAZON_ES'],
  ['amazon.co.jp', 'AMAZON_JP'],
  ['amazon.jp', 'AMAZON_JP'],
  ['amazon.sg', 'AMAZON_SG'],
  ['amazon.com.sg', 'AMAZON_SG'],
  ['amazon.ae', 'AMAZON_AE'],
  ['amazon.com.br', 'AMAZON_BR'],
  ['amazon.com.au', 'AMAZON_AU'],
  ['amazon.in', 'AMAZON_IN'],
  ['amazon.nl', 'AMAZON_NL'],
  ['amazon.sa', 'AMAZON_SA'],
  ['amazon.com.tr', 'AMAZON_TR'],
  ['amazon.se', 'AMAZON_SE'],
  ['amazon.pl', 'AMAZON_PL'],
]);

/** The sales channel that the report names; undefined for one that is not known. */
export const channelOfSite = (site: string): SalesChannel | undefined => CHANNEL_OF_SITE.get(site.trim().toLowerCase());

/** The site of a sales channel, as the report names it; undefined for a channel that the report has no name for. */
export const siteOfChannel = (channel: string): string | undefined =>
  [...CHANNEL_OF_SITE].find(([, own]) => own === channel)?.[0];

/** The status that the report names. "Shipped - Delivered to Buyer" is SHIPPED. */
export function statusOfReport(text: string): CustomerOrderStatus {
  const word = text.trim().toLowerCase();
  if (word.startsWith('shipped')) return 'SHIPPED';
  if (word.startsWith('cancel')) return 'CANCELLED';
  if (word.startsWith('pending')) return 'PENDING';
  return word.startsWith('unshipped') ? 'UNSHIPPED' : 'OTHER';
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The instant that the report names; undefined if it names none. */
export function instantOfReport(text: string): Date | undefined {
  const match = INSTANT.exec(text.trim());
  if (!match || !isDay(match[1] ?? '')) return undefined;
  const time = Date.parse(text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** The day on which something was bought, in the time zone of the account. */
export const dayOfInstant = (instant: Date, timeZone: string): string => todayIn(instant.getTime(), timeZone);

/** What one row of the report says, or what its rows of one order and SKU say together. */
export interface ReportLine {
  readonly number: string;
  readonly sku: string;
  /** Its first row in the file. */
  readonly row: number;
  readonly day: string;
  /** The code of a sales channel, or what the report names where it is none. */
  readonly channel: string;
  readonly fulfilment: Fulfilment;
  readonly orderStatus: CustomerOrderStatus;
  readonly status: CustomerOrderStatus;
  readonly units: bigint;
  /** Of these, units that were shipped. */
  readonly shipped: bigint;
  readonly currency: string | null;
  readonly priceMinor: bigint | null;
  readonly lastUpdatedAt: Date | null;
}

/** Sums two rows of the same order and SKU. */
export function summed(first: ReportLine, next: ReportLine): ReportLine {
  const price =
    first.priceMinor === null && next.priceMinor === null ? null : (first.priceMinor ?? 0n) + (next.priceMinor ?? 0n);
  const isLater = (first.lastUpdatedAt?.getTime() ?? 0) < (next.lastUpdatedAt?.getTime() ?? 0);
  return {
    ...first,
    status: next.status === 'SHIPPED' ? 'SHIPPED' : first.status,
    units: first.units + next.units,
    shipped: first.shipped + next.shipped,
    currency: first.currency ?? next.currency,
    priceMinor: price,
    lastUpdatedAt: isLater ? next.lastUpdatedAt : first.lastUpdatedAt,
  };
}
