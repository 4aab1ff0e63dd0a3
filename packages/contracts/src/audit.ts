import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { id, instant, userPath } from './primitives.ts';

// The audit log of an account, for its admins: who changed what, from what to what, when.

/** In the filter of people: nobody, but Quayside itself. */
export const BY_SYSTEM = 'system';
/** Kinds of things in the log. Written as they are in it; one that is not here is answered too. */
export const AUDIT_KINDS = [
  'account',
  'document',
  'import',
  'invoice',
  'invoice-line',
  'job',
  'member',
  'notification',
  'person',
  'product',
  'session',
  'supplier',
  'view',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const auditThingSchema = z.object({
  kind: z.string(),
  id,
  /** SKU, name or number, of today or of when it was there; null: nothing is known of it. */
  label: z.string().nullable(),
  /** It can be opened: it is there still. */
  exists: z.boolean(),
});
export const auditChangeSchema = z.object({
  /** The line of an invoice; null: the thing itself. */
  line: z.object({ id, position: z.int().nullable() }).nullable(),
  field: z.string(),
  /** As it was recorded, with names for ids; null: nothing. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export const auditEntrySchema = z.object({
  id,
  at: instant,
  /** Null: Quayside itself did it. */
  who: z.object({ id, name: z.string() }).nullable(),
  /** The thing and what was done, for example `invoice.confirmed`. */
  action: z.string(),
  kind: z.string(),
  /** The first 20. */
  things: z.array(auditThingSchema),
  thingCount: z.int(),
  /** Field by field; the first 200. Empty where the log keeps the action alone. */
  changes: z.array(auditChangeSchema),
  changeCount: z.int(),
  /** Fields that changed, where the log keeps their names and not their values. */
  fields: z.array(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditFilters = { person: ['in'], kind: ['in'], action: ['in'], at: ['gte', 'lte', 'between'] } as const;
export const auditSort = ['at'] as const;
export const listAuditLog = endpoint({
  id: 'listAuditLog',
  method: 'GET',
  path: '/users/{userId}/account/audit-log',
  access: 'accountAdmin',
  summary: 'Who changed what in the account, from what to what, newest first',
  description:
    'The search finds entries about things whose SKU, name, number or address holds every word. Days are those of the account. Secrets are never in the log.',
  params: userPath,
  query: listQuery({ sort: auditSort, filters: auditFilters }),
  response: page(auditEntrySchema),
});

declare module './live.ts' {
  interface Topics {
    /** No message names it: every other message is a change, and so an entry of the audit log. */
    readonly audit: true;
  }
}
