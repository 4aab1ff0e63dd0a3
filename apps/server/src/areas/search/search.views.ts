import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { containing, searchWords } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';

/** Of each type. */
const MOST = 6;

/** Records of all areas that hold every word. Where the management section is off there are none: its screens would not open. */
export async function findRecords(w: Work, text: string): Promise<FoundRecord[]> {
  const words = searchWords(text);
  if (words.length === 0 || !w.scope.flags.isManagementSectionEnabled) return [];
  return [...(await products(w, text.trim(), words)), ...(await invoices(w, words)), ...(await suppliers(w, words)), ...(await documents(w, words))];
}

/** The product with exactly this SKU first, then by name. */
async function products(w: Work, text: string, words: readonly string[]): Promise<FoundRecord[]> {
  const { rows } = await sql<{ id: string; sku: string; name: string }>`
    with exact as materialized (select p.id from product p where p.account_id = ${w.scope.accountId} and p.sku_key = lower(${text}) and p.archived_at is null),
      others as materialized (select id from find_products(${sql.val([...words])}::text[], false, ${sql.lit(MOST)}, 'asc') as f (id))
    select p.id, p.sku, p.name from product p where p.account_id = ${w.scope.accountId} and p.id in (select id from exact union select id from others)
    order by p.id in (select id from exact) desc, p.name_key, p.id limit ${sql.lit(MOST)}`.execute(w.tx);
  return rows.map((r) => ({ type: 'PRODUCT', id: r.id, title: r.name, detail: r.sku, sku: r.sku }));
}

/** By number or supplier, the latest first. */
async function invoices(w: Work, words: readonly string[]): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('invoice as i')
    .leftJoin('supplier as s', (on) => on.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'))
    .select(['i.id', 'i.invoice_number', 's.company_name', sql<string>`i.date::text`.as('day')])
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.deleted_at', 'is', null)
    .where('i.archived_at', 'is', null)
    .where((eb) =>
      eb.and(words.map((word) => sql<boolean>`(lower(i.invoice_number) like ${containing(word)} or lower(s.company_name) like ${containing(word)})`)),
    )
    .orderBy('i.date', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((r) => ({ type: 'INVOICE', id: r.id, title: r.invoice_number, detail: [r.company_name, r.day].filter(Boolean).join(' · '), sku: null }));
}

async function suppliers(w: Work, words: readonly string[]): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('supplier as s')
    .select(['s.id', 's.company_name', 's.local_name', 's.city'])
    .where('s.account_id', '=', w.scope.accountId)
    .where('s.archived_at', 'is', null)
    .where((eb) => eb.and(words.map((word) => sql<boolean>`s.search_text like ${containing(word)}`)))
    .orderBy(sql`lower(s.company_name)`)
    .orderBy('s.id')
    .limit(MOST)
    .execute();
  return rows.map((r) => ({ type: 'SUPPLIER', id: r.id, title: r.company_name, detail: [r.local_name, r.city].filter(Boolean).join(' · '), sku: null }));
}

/** By the name of the newest file; what stands in them the list of documents finds. */
async function documents(w: Work, words: readonly string[]): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('document as d')
    .innerJoin('document_version as v', (on) =>
      on.onRef('v.account_id', '=', 'd.account_id').onRef('v.document_id', '=', 'd.id').onRef('v.number', '=', 'd.version_number'),
    )
    .select(['d.id', 'v.file_name', 'd.created_at'])
    .where('d.account_id', '=', w.scope.accountId)
    .where('d.deleted_at', 'is', null)
    .where((eb) => eb.and(words.map((word) => sql<boolean>`lower(v.file_name) like ${containing(word)}`)))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((r) => ({ type: 'DOCUMENT', id: r.id, title: r.file_name, detail: r.created_at.toISOString().slice(0, 10), sku: null }));
}
