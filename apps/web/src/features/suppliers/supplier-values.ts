import type { Supplier } from '@quayside/contracts/suppliers';
import type { ShippingMethod } from '@quayside/domain/lists';

/** What stands in the fields of the form; a type, so that it can be read by name. */
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
  version: number | undefined;
};

/** The fields of a supplier as they are stored, or empty ones for a new one. */
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
    version: supplier?.version,
  };
}

/** The cards of the form and what stands in each. */
export const SECTIONS = {
  company: ['companyName', 'localName', 'email', 'telephone'],
  address: ['addressLine1', 'addressLine2', 'addressLine3', 'city', 'postCode', 'state', 'country'],
  terms: ['currency', 'leadTime', 'shippingMethod', 'notes'],
} as const satisfies Record<string, readonly (keyof SupplierValues)[]>;
export const FIELDS = [...SECTIONS.company, ...SECTIONS.address, ...SECTIONS.terms];
