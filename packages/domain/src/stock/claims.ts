import { addDays, addMonths } from '../days/days.ts';
import type { Debtor } from './receipts.ts';

/** Until when somebody can be asked for units that did not arrive, where a source says so (stock §10). */
interface ClaimRule {
  readonly debtor: Debtor;
  /** The destination. */
  readonly country: string;
  readonly after: { readonly days: number } | { readonly months: number };
  readonly source: string;
}

const CLAIM_RULES: readonly ClaimRule[] = [
  { debtor: 'MARKETPLACE', country: 'IN', after: { days: 60 }, source: 'Amazon IN, GQQUAYV9TRHDC32U' },
  { debtor: 'MARKETPLACE', country: 'US', after: { months: 9 }, source: 'Amazon US, secondary source of 2026' },
];

/** The last day on which somebody can be asked, and who says so; null without a source or a day of delivery. */
export function claimDeadline(
  debtor: Debtor,
  country: string | null,
  deliveredOn: string | null,
): { readonly day: string; readonly source: string } | null {
  const rule = CLAIM_RULES.find((one) => one.debtor === debtor && one.country === country);
  if (!rule || deliveredOn === null) return null;
  const { after, source } = rule;
  return { day: 'days' in after ? addDays(deliveredOn, after.days) : addMonths(deliveredOn, after.months), source };
}

/** What proves that units were sent or did not arrive. */
export const PAPERS = ['INVOICE', 'PACKING_LIST', 'BILL_OF_LADING', 'SHIPMENT_ID'] as const;
export type Paper = (typeof PAPERS)[number];

/** What each debtor asks to see. */
export const PAPERS_OF: Readonly<Record<Debtor, readonly Paper[]>> = {
  SUPPLIER: ['INVOICE', 'PACKING_LIST'],
  FORWARDER: ['BILL_OF_LADING', 'PACKING_LIST', 'INVOICE'],
  CARRIER: ['BILL_OF_LADING', 'PACKING_LIST', 'INVOICE'],
  MARKETPLACE: ['SHIPMENT_ID', 'INVOICE', 'BILL_OF_LADING'],
};
