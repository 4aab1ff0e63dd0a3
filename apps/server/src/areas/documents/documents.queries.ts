import type { TEXT_STATES } from '@quayside/contracts/documents/documents';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { registeredAreas } from '../area.ts';

export type DocumentRow = Selectable<DB['document']>;
export type TextState = (typeof TEXT_STATES)[number];

/** Makes uploads of the account pass the quota check one at a time, until the end of the transaction. */
export async function lockSpace(w: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${w.scope.accountId}`}, 0))`.execute(w.tx);
}

/**
 * The size in bytes of all files that count against the account's quota, including older versions and deleted
 * documents.
 */
export async function bytesInUse(w: Work): Promise<number> {
  const counted = registeredAreas()
    .flatMap((area) => area.files ?? [])
    .filter((column) => column.countsAsSpace);
  const row = await sql<{ bytes: string }>`
    select coalesce(sum(size), 0)::text as bytes from stored_file where account_id = ${w.scope.accountId}
      and owner_table = any(${sql.val(counted.map((column) => column.table))}::text[])`.execute(w.tx);
  return Number(row.rows[0]?.bytes ?? 0);
}

export async function insertDocument(
  w: Work,
  row: Pick<Insertable<DB['document']>, 'id' | 'document_type'>,
): Promise<void> {
  await w.tx
    .insertInto('document')
    .values({ ...row, account_id: w.scope.accountId, created_by: w.scope.userId, created_at: w.now, updated_at: w.now })
    .execute();
}

export async function insertVersion(
  w: Work,
  row: Omit<Insertable<DB['document_version']>, 'account_id' | 'created_by' | 'created_at'>,
): Promise<void> {
  await w.tx
    .insertInto('document_version')
    .values({ ...row, account_id: w.scope.accountId, created_by: w.scope.userId, created_at: w.now })
    .execute();
}

/** Reads and locks the row of a document, deleted or not, until the end of the transaction. */
export function lockDocument(w: Work, id: string): Promise<DocumentRow | undefined> {
  return w.tx
    .selectFrom('document')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveDocument(w: Work, id: string, set: Updateable<DB['document']>): Promise<void> {
  await w.tx
    .updateTable('document')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function renameVersion(w: Work, id: string, number: number, fileName: string): Promise<void> {
  await w.tx
    .updateTable('document_version')
    .set({ file_name: fileName })
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', '=', id)
    .where('number', '=', number)
    .execute();
}

const versionOf = (w: Work, id: string, number: number | undefined) =>
  w.tx
    .selectFrom('document_version as v')
    .innerJoin('document as d', (j) => j.onRef('d.account_id', '=', 'v.account_id').onRef('d.id', '=', 'v.document_id'))
    .where('v.account_id', '=', w.scope.accountId)
    .where('v.document_id', '=', id)
    .where('d.deleted_at', 'is', null)
    .whereRef('v.number', '=', number === undefined ? sql.ref('d.version_number') : sql`${number}::integer`);

/**
 * A version of a document that is not deleted, by default the newest version. The extracted text is not selected,
 * because it can be long.
 */
export function findVersion(w: Work, id: string, number?: number) {
  return versionOf(w, id, number)
    .select(['v.number', 'v.file_name', 'v.content_type', 'v.size', 'v.sha256', 'v.storage_key', 'v.text_state'])
    .executeTakeFirst();
}

/** The extracted text of the newest version of a document that is not deleted. */
export function findText(w: Work, id: string): Promise<{ text: string | null; text_state: string } | undefined> {
  return versionOf(w, id, undefined).select(['v.text', 'v.text_state']).executeTakeFirst();
}

export async function lastVersionNumber(w: Work, id: string): Promise<number> {
  const row = await w.tx
    .selectFrom('document_version')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', '=', id)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** The records that a document is attached to, in the order of attachment. Some may no longer exist. */
export async function findEntities(w: Work, id: string): Promise<EntityRef[]> {
  const rows = await w.tx
    .selectFrom('document_entity')
    .select(['entity_type', 'entity_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', '=', id)
    .orderBy('attached_at')
    .orderBy('entity_id')
    .execute();
  return rows.map((r) => ({ entityType: r.entity_type as EntityRef['entityType'], entityId: r.entity_id }));
}

/** Attaches a document to a record, after its other records. Returns false if it was attached already. */
export async function insertEntity(w: Work, id: string, entity: EntityRef): Promise<boolean> {
  const result = await sql`
    insert into document_entity (account_id, document_id, entity_type, entity_id, attached_at)
    select ${w.scope.accountId}, ${id}, ${entity.entityType}, ${entity.entityId}::uuid,
      greatest(${w.now}::timestamptz, max(attached_at) + interval '1 microsecond')
    from document_entity where account_id = ${w.scope.accountId} and document_id = ${id}
    on conflict do nothing`.execute(w.tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Detaches a document from a record. Returns false if it was not attached. */
export async function removeEntity(w: Work, id: string, entity: EntityRef): Promise<boolean> {
  const result = await w.tx
    .deleteFrom('document_entity')
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', '=', id)
    .where('entity_type', '=', entity.entityType)
    .where('entity_id', '=', entity.entityId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
