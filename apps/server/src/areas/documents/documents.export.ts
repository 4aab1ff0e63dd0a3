import type { Document } from '@quayside/contracts/documents/documents';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { DOCUMENT_EXPORT, type exportDocuments } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, instant, number, text } from '../../db/export-values.ts';
import type { Work } from '../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { listDocumentRows } from './documents.views.ts';

const VALUES: Readonly<Record<keyof typeof DOCUMENT_EXPORT, ExportValue>> = {
  fileName: text(sql`g.file_name`),
  documentType: code(sql`g.document_type`),
  belongsTo: text(sql`g.belongs_to`),
  pageCount: number(sql`g.page_count`),
  size: number(sql`g.size`),
  versionNumber: number(sql`g.version_number`),
  uploadedAt: instant(sql`g.uploaded_at`),
  uploadedBy: text(sql`g.uploaded_by`),
  updatedAt: instant(sql`g.updated_at`),
};

/** Exports the list of documents. The rows are those of the list, which is not paged either. */
export async function documentExport(w: Work, q: QueryOut<typeof exportDocuments>): Promise<ExportPlan> {
  const documents = await listDocumentRows(w, q);
  const all = (of: (document: Document) => string | number | null) => sql.val(documents.map(of));
  return {
    name: 'documents',
    columns: chosenColumns(DOCUMENT_EXPORT, VALUES, q.columns),
    rows: (columns) => sql`
      select ${sql.join(columns)}
      from unnest(
        ${all((d) => d.fileName)}::text[], ${all((d) => d.documentType)}::text[],
        ${all((d) => d.entities.map(({ label }) => label).join('; ') || null)}::text[],
        ${all((d) => d.pageCount)}::int[], ${all((d) => d.size)}::bigint[], ${all((d) => d.versionNumber)}::int[],
        ${all((d) => d.uploadedAt)}::timestamptz[], ${all((d) => d.uploadedBy?.name ?? null)}::text[],
        ${all((d) => d.updatedAt)}::timestamptz[]
      ) with ordinality as g (
        file_name, document_type, belongs_to, page_count, size, version_number, uploaded_at, uploaded_by, updated_at, n
      )
      order by g.n`,
  };
}
