import type { LeadTime, PaymentTerm, Supplier } from '@quayside/contracts/suppliers/suppliers';
import { SHIPPING_METHODS, type ShippingMethod } from '@quayside/domain/lists';

/** The form values. This is a type and not an interface, so that its fields can be indexed by name. */
export type SupplierValues = {
  companyName: string;
  localName: string;
  email: string;
  telephone: string;
  addressLine1: string;
  addressLine2: string;
  addressLine3: string;
  city: string;
  postCode: string;
  state: string;
  country: string | null;
  currency: string | null;
  notes: string;
  leadTime: number | null;
  shippingMethod: ShippingMethod | null;
  xeroId: string;
  paymentTerms: PaymentTerm[];
  /** One row per shipping method, even for methods without figures. */
  leadTimes: LeadTime[];
  /** How far invoice lines may be off their purchase order. */
  tolerances: { pricePercent: string; priceAmount: string; quantityPercent: string };
  version: number | undefined;
};

/** The form values of a stored supplier, or empty values for a new supplier. */
export function valuesOf(supplier?: Supplier): SupplierValues {
  const text = (value: string | null | undefined) => value ?? '';
  return {
    companyName: text(supplier?.companyName),
    localName: text(supplier?.localName),
    email: text(supplier?.email),
    telephone: text(supplier?.telephone),
    addressLine1: text(supplier?.addressLine1),
    addressLine2: text(supplier?.addressLine2),
    addressLine3: text(supplier?.addressLine3),
    city: text(supplier?.city),
    postCode: text(supplier?.postCode),
    state: text(supplier?.state),
    country: supplier?.country ?? null,
    currency: supplier?.currency ?? null,
    notes: text(supplier?.notes),
    leadTime: supplier?.leadTime ?? null,
    shippingMethod: supplier?.shippingMethod ?? null,
    xeroId: text(supplier?.xeroId),
    paymentTerms: termRows(supplier?.paymentTerms),
    leadTimes: leadTimeRows(supplier?.leadTimes),
    tolerances: toleranceValues(supplier?.tolerances),
    version: supplier?.version,
  };
}

/** Copies the terms with their keys in a fixed order, so that equal terms are serialized to equal text. */
export const termRows = (terms: readonly PaymentTerm[] = []): PaymentTerm[] =>
  terms.map(({ percent, event, months, days, monthEnd }) => ({ percent, event, months, days, monthEnd }));

/** The tolerances as stored, with the currency of the amount. */
export type StoredTolerances = Supplier['tolerances'];

/** The tolerances without their currency; those of a new supplier are the defaults of the server. */
export const toleranceValues = (
  stored: Omit<StoredTolerances, 'currency'> = { pricePercent: '2.00', priceAmount: '0', quantityPercent: '0.00' },
): SupplierValues['tolerances'] => ({
  pricePercent: stored.pricePercent,
  priceAmount: stored.priceAmount,
  quantityPercent: stored.quantityPercent,
});

/** One row per shipping method. Figures that are not stored are null. */
export const leadTimeRows = (times: readonly LeadTime[] = []): LeadTime[] =>
  SHIPPING_METHODS.map((shippingMethod) => {
    const {
      production = null,
      transit = null,
      checkIn = null,
    } = times.find((time) => time.shippingMethod === shippingMethod) ?? {};
    return { shippingMethod, production, transit, checkIn };
  });

/** The cards of the form, each with its fields. */
export const SECTIONS = {
  company: ['companyName', 'localName', 'email', 'telephone'],
  address: ['addressLine1', 'addressLine2', 'addressLine3', 'city', 'postCode', 'state', 'country'],
  terms: ['currency', 'paymentTerms', 'notes'],
  leadTimes: ['shippingMethod', 'leadTime', 'leadTimes'],
  tolerances: ['tolerances'],
  integrations: ['xeroId'],
} as const satisfies Record<string, readonly (keyof SupplierValues)[]>;
export const FIELDS = [
  ...SECTIONS.company,
  ...SECTIONS.address,
  ...SECTIONS.terms,
  ...SECTIONS.leadTimes,
  ...SECTIONS.tolerances,
  ...SECTIONS.integrations,
];
