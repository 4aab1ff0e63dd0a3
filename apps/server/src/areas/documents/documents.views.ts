import type { Document, DocumentVersion } from '@quayside/contracts/documents/documents';
import type { DocumentType, EntityType } from '@quayside/domain/lists';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { personNames } from '../accounts/public.ts';
import { findVersion } from './documents.queries.ts';
import { presentLabel } from './document-owners.views.ts';

// Reads documents together with their owners and uploaders. This file writes nothing.

/** The maximum number of rows in a list without paging. */
const MAX_ROWS = 9_999;
const WORDS = 10;
const BEFORE_HIT = 60;
const SNIPPET = 200;

export interface DocumentFilter {
  readonly search?: string | undefined;
  readonly unattached?: 'true' | 'false' | undefined;
  readonly documentType?: DocumentType | undefined;
  readonly entity?: { readonly type: EntityType; readonly id?: string };
}

/** The records that own a document, without those that no longer exist. */
const entitiesOf = () => sql<{ entityType: EntityRef['entityType']; entityId: string; label: string }[]>`coalesce(
  (
    select json_agg(
      json_build_object('entityType', e.entity_type, 'entityId', e.entity_id, 'label', present.label)
      order by e.attached_at, e.entity_id
    )
    from document_entity e cross join lateral (${presentLabel()}) as present
    where e.account_id = d.account_id and e.document_id = d.id
  ),
  '[]'
)`;
const belongsTo = (type?: EntityType, id?: string) => sql<boolean>`exists (
  select from document_entity e cross join lateral (${presentLabel()}) as present
  where e.account_id = d.account_id and e.document_id = d.id
    ${type === undefined ? sql`` : sql`and e.entity_type = ${type}`}
    ${id === undefined ? sql`` : sql`and e.entity_id = ${id}`}
)`;

const wordsOf = (search: string | undefined): string[] =>
  (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS);

/** The text around the first match; null when only the file name contains the words. */
function snippetOf(words: readonly string[]): RawBuilder<string | null> {
  if (words.length === 0) return sql<string | null>`null`;
  const places = words.map((word) => sql`nullif(strpos(v.search_text, ${word}), 0)`);
  return sql<string | null>`(
    select regexp_replace(
      substring(v.text from greatest(1, hit.at - ${sql.lit(BEFORE_HIT)}) for ${sql.lit(SNIPPET)}), '\\s+', ' ', 'g'
    )
    from (select least(${sql.join(places)}) as at) as hit where substring(v.text from hit.at for 1) <> ''
  )`;
}

function conditionsOf(f: DocumentFilter): RawBuilder<boolean>[] {
  // On long texts, `strpos` is many times faster than `like`.
  const conditions = wordsOf(f.search).map((word) => sql<boolean>`strpos(v.search_text, ${word}) > 0`);
  if (f.documentType !== undefined) conditions.push(sql`d.document_type = ${f.documentType}`);
  if (f.unattached !== undefined) conditions.push(f.unattached === 'true' ? sql`not ${belongsTo()}` : belongsTo());
  if (f.entity) conditions.push(entityCondition(f.entity));
  return conditions;
}

function entityCondition({ type, id }: { type: EntityType; id?: string }): RawBuilder<boolean> {
  return type === 'NONE' ? sql<boolean>`not ${belongsTo()}` : belongsTo(type, id);
}

const documents = (w: Work) =>
  w.tx
    .selectFrom('document as d')
    .innerJoin('document_version as v', (j) =>
      j
        .onRef('v.account_id', '=', 'd.account_id')
        .onRef('v.document_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.version_number'),
    )
    .where('d.account_id', '=', w.scope.accountId)
    .where('d.deleted_at', 'is', null);

const columns = (query: ReturnType<typeof documents>, search?: string) =>
  query
    .select([
      'd.id',
      'd.document_type',
      'd.version',
      'd.version_number',
      'd.created_at',
      'd.created_by',
      'd.updated_at',
    ])
    .select(['v.file_name', 'v.content_type', 'v.size', 'v.sha256', 'v.page_count', 'v.text_state'])
    .select([entitiesOf().as('entities'), snippetOf(wordsOf(search)).as('snippet')]);
type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

/** Documents that are not deleted, newest first. */
export async function listDocumentRows(w: Work, filter: DocumentFilter): Promise<Document[]> {
  let query = documents(w);
  for (const condition of conditionsOf(filter)) query = query.where(condition);
  const rows = await columns(query, filter.search)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  return toDocuments(w, rows);
}

export async function findDocumentView(w: Work, id: string): Promise<Document | undefined> {
  const rows = await columns(documents(w).where('d.id', '=', id)).execute();
  return (await toDocuments(w, rows))[0];
}

async function toDocuments(w: Work, rows: readonly Row[]): Promise<Document[]> {
  const names = await personNames(
    w,
    rows.map((r) => r.created_by),
  );
  return rows.map((r) => {
    const first = r.entities[0];
    return {
      id: r.id,
      documentType: r.document_type,
      entityType: first?.entityType ?? 'NONE',
      entityId: first?.entityId ?? null,
      entities: r.entities,
      fileName: r.file_name,
      contentType: r.content_type,
      size: Number(r.size),
      sha256: r.sha256,
      pageCount: r.page_count,
      textState: r.text_state,
      snippet: r.snippet,
      versionNumber: r.version_number,
      uploadedAt: r.created_at.toISOString(),
      uploadedBy: personOf(names, r.created_by),
      updatedAt: r.updated_at.toISOString(),
      version: r.version,
    };
  });
}

/** All versions of the file of a document that is not deleted, newest first. */
export async function listVersionRows(w: Work, id: string): Promise<DocumentVersion[]> {
  const rows = await w.tx
    .selectFrom('document_version as v')
    .innerJoin('document as d', (j) => j.onRef('d.account_id', '=', 'v.account_id').onRef('d.id', '=', 'v.document_id'))
    .select([
      'v.number',
      'v.file_name',
      'v.content_type',
      'v.size',
      'v.sha256',
      'v.page_count',
      'v.created_at',
      'v.created_by',
    ])
    .where('v.account_id', '=', w.scope.accountId)
    .where('v.document_id', '=', id)
    .where('d.deleted_at', 'is', null)
    .orderBy('v.number', 'desc')
    .execute();
  const names = await personNames(
    w,
    rows.map((r) => r.created_by),
  );
  return rows.map((r) => ({
    versionNumber: r.number,
    fileName: r.file_name,
    contentType: r.content_type,
    size: Number(r.size),
    sha256: r.sha256,
    pageCount: r.page_count,
    uploadedAt: r.created_at.toISOString(),
    uploadedBy: personOf(names, r.created_by),
  }));
}

function personOf(names: ReadonlyMap<string, string>, id: string | null): { id: string; name: string } | null {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { id, name };
}

/**
 * The records of one type that own a document with the same content as this one, in any version. They include the
 * owners of this document itself.
 */
export async function findEntitiesWithSameFile(
  w: Work,
  entityType: EntityRef['entityType'],
  documentId: string,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct e.entity_id as id from document_version mine
    join document_version same on same.account_id = mine.account_id and same.sha256 = mine.sha256
    join document d on d.account_id = same.account_id and d.id = same.document_id and d.deleted_at is null
    join document_entity e on e.account_id = d.account_id and e.document_id = d.id and e.entity_type = ${entityType}
    cross join lateral (${presentLabel()}) as present
    where mine.account_id = ${w.scope.accountId} and mine.document_id = ${documentId} order by id`.execute(w.tx);
  return result.rows.map((r) => r.id);
}

/** The documents of one record that are not deleted, newest first. */
export const listDocumentsOf = (
  w: Work,
  entity: { readonly type: EntityType; readonly id: string },
): Promise<Document[]> => listDocumentRows(w, { entity });

/** The newest version of a document that is not deleted: its number and its hash. */
export async function findDocumentVersion(
  w: Work,
  id: string,
): Promise<{ readonly number: number; readonly sha256: string } | undefined> {
  return findVersion(w, id);
}
