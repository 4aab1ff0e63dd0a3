import { sql } from 'kysely';
import type { Topic } from '@quayside/contracts/live';
import { personOf, type SystemTx, type TxDeps, type Work } from '../db/tx.ts';
import type { AuditEntry, DomainEvent } from './catalog.ts';

export const OUTBOX_CHANNEL = 'quayside_outbox';
const MANY = 100;

/** Who did it (null: nobody who is signed in), in which request, when; and where ids come from. */
interface Doer extends Pick<Work, 'now' | 'newId'> {
  readonly personId: string | null;
  readonly requestId: string | null;
}
export const doerOf = ({ scope, now, newId }: Work): Doer => ({ personId: personOf(scope), requestId: scope.requestId, now, newId });
/** For what happens outside of any account's request: the sign-in of a person (null: the command line). */
export const doerOutside = (deps: TxDeps, personId: string | null): Doer => ({ personId, requestId: null, now: deps.clock.now(), newId: deps.newId });

/** Says in the running transaction what changed: one audit row, and an outbox row per event, told after commit. */
export async function record(w: Work, audit: AuditEntry, ...events: readonly DomainEvent[]): Promise<void> {
  await recordEach(w, [audit], ...events);
}

const CHUNK = 1000;
/** The same for a change of many records at once, each with a row of its own. */
export async function recordEach(w: Work, audits: readonly AuditEntry[], ...events: readonly DomainEvent[]): Promise<void> {
  const doer = doerOf(w);
  for (let i = 0; i < audits.length; i += CHUNK) {
    await w.tx
      .insertInto('audit_log')
      .values(audits.slice(i, i + CHUNK).map((audit) => auditRow(doer, w.scope.accountId, audit)))
      .execute();
  }
  await emit(w, ...events);
}

/** Outbox rows without an audit row: consequences of a change that is audited already. */
export async function emit(w: Work, ...events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await w.tx
    .insertInto('outbox')
    .values(events.map((e) => row(w.scope.accountId, personOf(w.scope), w.scope.requestId, e)))
    .execute();
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(w.tx);
}

/** An audit row above accounts, or of another account than the request's: needs a transaction that has entered it. */
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
    subject_type: audit.subjectType,
    subject_ids: [...audit.subjectIds],
    history_of: audit.historyOf ?? null,
    details: audit.details === undefined ? null : JSON.stringify(audit.details),
    request_id: doer.requestId,
    recorded_at: doer.now,
  };
}

/** What an audit row keeps of fields that moved: each as it was and as it is. */
export function fromTo<K extends string>(moved: readonly K[], before: (field: K) => unknown, after: Readonly<Partial<Record<K, unknown>>>) {
  return {
    from: Object.fromEntries(moved.map((field) => [field, before(field)])),
    to: Object.fromEntries(moved.map((field) => [field, after[field]])),
  };
}

/** An outbox row above accounts: sign-in, sign-out and jobs, which nobody did (null). */
export async function emitAsSystem(tx: SystemTx, accountId: string, personId: string | null, event: DomainEvent): Promise<void> {
  await tx
    .insertInto('outbox')
    .values(row(accountId, personId, null, event))
    .execute();
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}

function row(accountId: string, personId: string | null, requestId: string | null, event: DomainEvent) {
  const { type, ...payload } = event;
  // Past a hundred ids a reader does better to fetch again than to compare.
  const body = 'ids' in payload && payload.ids.length > MANY ? { ...payload, ids: [] } : payload;
  return { account_id: accountId, person_id: personId, type, payload: JSON.stringify(body), request_id: requestId };
}

/** `changed` for rows of a topic. */
export const changed = (topic: Topic, ids: readonly string[], version: number | null = null): DomainEvent => ({
  type: 'changed',
  topic,
  ids,
  version,
});

/** The same, said to one person of the account alone. */
export const changedFor = (personId: string, topic: Topic, ids: readonly string[]): DomainEvent => ({
  type: 'changed',
  topic,
  ids,
  version: null,
  onlyFor: personId,
});
