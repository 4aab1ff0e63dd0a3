import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { id, instant, userPath } from './primitives.ts';

// The audit log of an account, for its admins: who changed what and when, with old and new values.

/** The value of the `person` filter for changes that Quayside made itself. */
export const BY_SYSTEM = 'system';
/**
 * The kinds of record in the audit log, as the log spells them. An answer may also contain a kind that is not listed
 * here.
 */
export const AUDIT_KINDS = [
  'account',
  'account-code',
  'carton',
  'carton-type',
  'cash-calendar',
  'cash-entry',
  'credit',
  'document',
  'duty-rate',
  'exchange-rate',
  'freight-rate',
  'import',
  'invoice',
  'invoice-line',
  'invoice-payment',
  'job',
  'member',
  'notification',
  'order',
  'order-import',
  'payment',
  'person',
  'product',
  'purchase-order',
  'session',
  'shipment-plan',
  'supplier',
  'supplier-import',
  'view',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const auditThingSchema = z.object({
  kind: z.string(),
  id,
  /**
   * The current SKU, name or number of the record, or the last known one if it was deleted; null when none is known.
   */
  label: z.string().nullable(),
  /** Whether the record still exists, so that its page can be opened. */
  exists: z.boolean(),
});
const auditChangeSchema = z.object({
  /** The changed line of an invoice; null when the record itself changed. */
  line: z.object({ id, position: z.int().nullable() }).nullable(),
  field: z.string(),
  /** The value that was recorded, with names in place of ids; null when the field was empty. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
const auditEntrySchema = z.object({
  id,
  at: instant,
  /** The person who made the change; null when Quayside itself made it. */
  who: z.object({ id, name: z.string() }).nullable(),
  /** The kind of record and what happened to it, for example `invoice.confirmed`. */
  action: z.string(),
  kind: z.string(),
  /** The first 20 records that the change concerns. */
  things: z.array(auditThingSchema),
  thingCount: z.int(),
  /** The first 200 changed fields. Empty when the log records only the action. */
  changes: z.array(auditChangeSchema),
  changeCount: z.int(),
  /** The names of the changed fields, when the log records the names without the values. */
  fields: z.array(z.string()),
  /** The operation that the change was part of, as long as `POST /undo/{userId}/{operationId}` can take it back. */
  undo: z.object({ operationId: id, until: instant }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditFilters = { person: ['in'], kind: ['in'], action: ['in'], at: ['gte', 'lte', 'between'] } as const;
export const auditSort = ['at'] as const;
export const listAuditLog = endpoint({
  id: 'listAuditLog',
  method: 'GET',
  path: '/users/{userId}/account/audit-log',
  access: 'accountAdmin',
  summary: 'Audit log of the account: who changed what, with old and new values, newest first',
  description:
    'The search finds entries about records whose SKU, name, number or e-mail address contains every word. Days are ' +
    'in the time zone of the account. The log never contains secrets.',
  params: userPath,
  query: listQuery({ sort: auditSort, filters: auditFilters }),
  response: page(auditEntrySchema),
});

declare module './live.ts' {
  interface Topics {
    /**
     * Never sent in a message. Every change adds to the audit log, so clients refetch the log on a message of any
     * topic.
     */
    readonly audit: true;
  }
}
