import { type RawBuilder, sql } from 'kysely';
import type { Topic } from '@quayside/contracts/live';
import { isAccountAdmin } from '@quayside/domain/access/access';
import { personOf, type Scope, type SystemTx, type Tx, type TxDeps, type Work } from '../db/tx.ts';
import { type AuditEntry, kindOfAction } from './audit-actions.ts';
import { jsonOfDetails } from './audit-details.ts';
import type { DomainEvent } from './catalog.ts';

/** For how many days of absence a live stream that reconnects gets the events that it missed. */
export const REPLAYED_DAYS = 7;

export const OUTBOX_CHANNEL = 'quayside_outbox';
const MANY = 100;

/** The author of a change (null: nobody is signed in), its request and time, and the function that creates ids. */
interface Doer extends Pick<Work, 'now' | 'newId'> {
  readonly personId: string | null;
  readonly requestId: string | null;
}
export const doerOf = ({ scope, now, newId }: Work): Doer => ({
  personId: personOf(scope),
  requestId: scope.requestId,
  now,
  newId,
});
/** Describes who acts outside a request of an account, for example a person who signs in (null: the command line). */
export const doerOutside = (deps: TxDeps, personId: string | null): Doer => ({
  personId,
  requestId: null,
  now: deps.clock.now(),
  newId: deps.newId,
});

/**
 * Records a change in the running transaction: one audit row, and one outbox row per event. The events are delivered
 * after the commit.
 */
export async function record(w: Work, audit: AuditEntry, ...events: readonly DomainEvent[]): Promise<void> {
  await recordEach(w, [audit], ...events);
}

const CHUNK = 1000;
/** Records a change of many records, with an audit row for each. */
export async function recordEach(
  w: Work,
  audits: readonly AuditEntry[],
  ...events: readonly DomainEvent[]
): Promise<void> {
  const doer = doerOf(w);
  for (let i = 0; i < audits.length; i += CHUNK) {
    await w.tx
      .insertInto('audit_log')
      .values(audits.slice(i, i + CHUNK).map((audit) => auditRow(doer, w.scope.accountId, audit)))
      .execute();
  }
  await emit(w, ...events);
}

/** The most audit rows that wait for the end of their unit of work. */
const FEW = 20;
/**
 * Records a change like `recordEach`, but a few audit rows are written at the end of the unit of work, by the statement
 * that writes its outbox rows. Use it where nothing reads the audit log afterwards in the same unit of work.
 */
export async function recordAtEnd(
  w: Work,
  audits: readonly AuditEntry[],
  ...events: readonly DomainEvent[]
): Promise<void> {
  if (audits.length + events.length === 0) return undefined;
  const kept = keptRows(w);
  if (kept.audits.length + audits.length > FEW) return recordEach(w, audits, ...events);
  const doer = doerOf(w);
  kept.audits.push(...audits.map((audit) => auditRow(doer, w.scope.accountId, audit)));
  kept.events.push(...events);
}

type NewAuditRow = ReturnType<typeof auditRow>;
/** The rows that a unit of work writes together at its end. */
interface KeptRows {
  readonly events: DomainEvent[];
  readonly audits: NewAuditRow[];
}
/** The rows of units of work that are still running. */
const waiting = new WeakMap<Work['beforeCommit'], KeptRows>();

function keptRows(w: Work): KeptRows {
  const known = waiting.get(w.beforeCommit);
  if (known) return known;
  const kept: KeptRows = { events: [], audits: [] };
  waiting.set(w.beforeCommit, kept);
  const by = { accountId: w.scope.accountId, personId: personOf(w.scope), requestId: w.scope.requestId };
  w.beforeCommit.push(() => insertRows(w.tx, by, kept.events, kept.audits));
  return kept;
}

/**
 * Adds outbox rows without an audit row, for consequences of a change that already has one. The rows of a unit of work
 * are written together at its end.
 */
export async function emit(w: Work, ...events: readonly DomainEvent[]): Promise<void> {
  if (events.length > 0) keptRows(w).events.push(...events);
}

/** Whether a person receives an event. `onlyFor` names the one person, or the admins, who may receive it. */
export const mayReceive = (onlyFor: unknown, { userId, roles }: Pick<Scope, 'userId' | 'roles'>): boolean =>
  onlyFor === undefined || onlyFor === userId || (onlyFor === 'admins' && isAccountAdmin(roles));

/** Lists the topics that a unit of work has announced so far, of those that its own person receives. */
export function listTopics(w: Work): Topic[] {
  const events = waiting.get(w.beforeCommit)?.events ?? [];
  return [
    ...new Set(
      events.flatMap((event) => (event.type === 'changed' && mayReceive(event.onlyFor, w.scope) ? [event.topic] : [])),
    ),
  ].toSorted();
}

/**
 * Adds an audit row during work outside any account, or for an account other than the request's. The transaction must
 * have entered that account (`enterAccount`).
 */
export async function auditAsSystem(tx: SystemTx, doer: Doer, accountId: string, audit: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(auditRow(doer, accountId, audit))
    .execute();
}

function auditRow(doer: Doer, accountId: string, audit: AuditEntry) {
  return {
    account_id: accountId,
    id: doer.newId(),
    person_id: doer.personId,
    action: audit.action,
    subject_type: kindOfAction(audit.action),
    subject_ids: [...audit.subjectIds],
    history_of: audit.historyOf ?? null,
    details: jsonOfDetails(audit.details),
    request_id: doer.requestId,
    recorded_at: doer.now,
  };
}

/** Adds an outbox row during work outside any account: sign-in, sign-out, and jobs, in which no person acts (null). */
export async function emitAsSystem(
  tx: SystemTx,
  accountId: string,
  personId: string | null,
  event: DomainEvent,
): Promise<void> {
  await insertRows(tx, { accountId, personId, requestId: null }, [event]);
}

/** Inserts outbox rows, and audit rows beside them, and wakes the dispatchers after the commit. */
async function insertRows(
  tx: Tx | SystemTx,
  by: { readonly accountId: string; readonly personId: string | null; readonly requestId: string | null },
  events: readonly DomainEvent[],
  audits: readonly NewAuditRow[] = [],
): Promise<void> {
  const rows = merged(events);
  await sql`
    with ${audits.length === 0 ? sql`` : sql`logged as (${auditInsert(audits)}),`} written as (
      insert into outbox (account_id, person_id, type, payload, request_id)
      select ${by.accountId}, ${by.personId}, x.type, x.payload, ${by.requestId}
      from unnest(${rows.map(({ type }) => type)}::text[], ${rows.map(payloadOf)}::jsonb[]) as x(type, payload)
    )
    select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}

/** SQL: inserts audit rows. */
const auditInsert = (rows: readonly NewAuditRow[]): RawBuilder<unknown> => sql`
  insert into audit_log (
    account_id, id, person_id, action, subject_type, subject_ids, history_of, details, request_id, recorded_at
  )
  values ${sql.join(
    rows.map(
      (r) => sql`(
        ${r.account_id}, ${r.id}, ${r.person_id}, ${r.action}, ${r.subject_type}, ${r.subject_ids}, ${r.history_of},
        ${r.details}, ${r.request_id}, ${r.recorded_at}
      )`,
    ),
  )}`;

/** The events, with one `changed` for all rows of a topic of which the same people are told. */
function merged(events: readonly DomainEvent[]): DomainEvent[] {
  const byKey = new Map<unknown, DomainEvent>();
  for (const event of events) {
    const key = event.type === 'changed' ? JSON.stringify([event.topic, event.version, event.onlyFor]) : event;
    const known = byKey.get(key);
    byKey.set(key, known?.type === 'changed' && event.type === 'changed' ? withIdsOf(known, event) : event);
  }
  return [...byKey.values()];
}

/** Without ids, an event is about all rows of its topic. */
const withIdsOf = <E extends DomainEvent & { type: 'changed' }>(a: E, b: E): E => ({
  ...a,
  ids: a.ids.length === 0 || b.ids.length === 0 ? [] : [...new Set([...a.ids, ...b.ids])],
});

function payloadOf(event: DomainEvent): string {
  const { type: _, ...payload } = event;
  // Omit more than a hundred ids, because refetching the list is then cheaper for a client than looking the ids up.
  return JSON.stringify('ids' in payload && payload.ids.length > MANY ? { ...payload, ids: [] } : payload);
}

/** Creates a `changed` event for rows of a topic. */
export const changed = (topic: Topic, ids: readonly string[], version: number | null = null): DomainEvent => ({
  type: 'changed',
  topic,
  ids,
  version,
});

/** Creates a `changed` event that only one person of the account receives, or only its `admins`. */
export const changedFor = (personId: string, topic: Topic, ids: readonly string[]): DomainEvent => ({
  type: 'changed',
  topic,
  ids,
  version: null,
  onlyFor: personId,
});
