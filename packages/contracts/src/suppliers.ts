import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterQuery, listQuery, page } from './paging.ts';
import { blankToNull, countryCode, currencyCode, email, id, instant, optionalText, requiredText, telephone, userAnd, userPath, version } from './primitives.ts';

export const supplierFilters = {
  country: ['in', 'notIn'],
  shippingMethod: ['in', 'notIn', 'isEmpty'],
  currency: ['in', 'notIn', 'isEmpty'],
  archived: ['in'],
  companyName: ['contains'],
} as const;
const sort = ['companyName', 'country', 'currency', 'leadTime', 'invoiceCount', 'productCount', 'updatedAt'] as const;

const fields = {
  companyName: requiredText(200),
  localName: optionalText(200).optional().meta({ description: 'The name as the company writes it itself, for example in Chinese' }),
  email: z.preprocess(blankToNull, email.nullable()).optional(),
  telephone: z.preprocess(blankToNull, telephone.nullable()).optional(),
  addressLine1: optionalText(200).optional(),
  addressLine2: optionalText(200).optional(),
  addressLine3: optionalText(200).optional(),
  city: optionalText(100).optional(),
  postCode: optionalText(20).optional(),
  state: optionalText(100).optional(),
  country: z.preprocess(blankToNull, countryCode.nullable()).optional(),
  currency: z.preprocess(blankToNull, currencyCode.nullable()).optional().meta({ description: 'What this supplier invoices in; new invoices start with it' }),
  notes: optionalText(2000).optional(),
  leadTime: z.int('Whole days').min(0, '0 days or more').max(3650, 'At most 3650 days').nullable().optional().meta({ description: 'Days' }),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
};
export const supplierBody = z.strictObject({ ...fields, version: version.optional() });

export const supplierSchema = z.object({
  id,
  userId: id,
  companyName: z.string(),
  localName: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressLine3: z.string().nullable(),
  city: z.string().nullable(),
  postCode: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  currency: z.string().nullable(),
  notes: z.string().nullable(),
  leadTime: z.int().nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  invoiceCount: z.int(),
  productCount: z.int(),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type Supplier = z.infer<typeof supplierSchema>;

export const listSuppliers = endpoint({
  id: 'listSuppliers',
  method: 'GET',
  path: '/suppliers/{userId}',
  access: 'read',
  summary: 'Suppliers, one page at a time',
  description: 'Archived suppliers are left out unless the filter asks for them.',
  params: userPath,
  query: listQuery({ sort, filters: supplierFilters, extra: { userId: id.optional() } }),
  response: page(supplierSchema),
});
export const supplierTotals = endpoint({
  id: 'getSupplierTotals',
  method: 'GET',
  path: '/suppliers/{userId}/totals',
  access: 'read',
  summary: 'Exact count of suppliers under a filter',
  params: userPath,
  query: filterQuery({ filters: supplierFilters }),
  response: z.object({ count: z.int() }),
});
export const createSupplier = endpoint({
  id: 'createSupplier',
  method: 'POST',
  path: '/suppliers/{userId}',
  access: 'write',
  idempotent: true,
  summary: 'Add a supplier',
  params: userPath,
  body: supplierBody,
  response: supplierSchema,
  status: 201,
});
export const getSupplier = endpoint({
  id: 'getSupplier',
  method: 'GET',
  path: '/suppliers/{userId}/{id}',
  access: 'read',
  summary: 'One supplier',
  params: userAnd('id'),
  response: supplierSchema,
});
export const updateSupplier = endpoint({
  id: 'updateSupplier',
  method: 'PUT',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Change a supplier; absent fields stay, null clears',
  params: userAnd('id'),
  query: z.strictObject({ userId: id.optional() }),
  body: supplierBody,
  response: supplierSchema,
  errors: ['conflict_version'],
});
export const patchSupplier = endpoint({
  id: 'patchSupplier',
  method: 'PATCH',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Archive a supplier, or bring it back',
  params: userAnd('id'),
  body: z.strictObject({ archivedAt: instant.nullable(), version: version.optional() }),
  response: supplierSchema,
  errors: ['conflict_version'],
});
export const deleteSupplier = endpoint({
  id: 'deleteSupplier',
  method: 'DELETE',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Delete a supplier that nothing uses',
  params: userAnd('id'),
  errors: ['suppliers.in_use', 'conflict_version'],
});
export const listCountries = endpoint({
  id: 'listCountries',
  method: 'GET',
  path: '/countries/{userId}',
  access: 'read',
  summary: 'Countries, ISO 3166-1, with English names',
  params: userPath,
  response: z.array(z.object({ value: z.string(), label: z.string() })),
});
