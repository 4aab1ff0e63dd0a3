import type pg from 'pg';

const COUNT = 5_000;
const CONTAINERS = 97;

/**
 * Creates documents with two pages of text each. The first ones are attached to invoices. The documents have no files,
 * because the bench opens none.
 */
export async function fillDocuments(superuser: pg.Client, accountId: string, userId: string): Promise<void> {
  const words =
    "'{packing,list,commercial,invoice,carton,gross,weight,volume,bamboo,steel,glass,ningbo,yantian,felixstowe," +
    "pieces,total,amount,bank,swift,terms,fob,consignee,notify,vessel}'::text[]";
  await superuser.query('begin');
  // A trigger records which row uses each file. It runs as the owner role, and row-level security limits that role to
  // this account too.
  await superuser.query(`select set_config('app.account_id', $1, true)`, [accountId]);
  await superuser.query(
    `
      with made as (
        insert into document (account_id, id, document_type, created_by, created_at, updated_at)
        select $1, gen_random_uuid(), 'INVOICE', $2, now() - n * interval '1 minute', now()
        from generate_series(1, ${COUNT}) n
        returning id, created_at
      ), numbered as (select *, row_number() over (order by created_at) as n from made),
        versions as (
          insert into document_version (
            account_id, document_id, number, file_name, content_type, size, sha256, storage_key, page_count, text_state,
            text, created_by, created_at
          )
          select $1, id, 1, 'bill-' || n || '.pdf', 'application/pdf', 50000, md5(n::text), md5(n::text), 2, 'READY',
            (
              select string_agg((${words})[1 + (hashint8(n * 1000 + k) & 1048575) % 24], ' ')
              from generate_series(1, 400) k
            ) || ' container TGHU' || n % ${CONTAINERS} || ' ' || n,
            $2, created_at
          from numbered
        )
      insert into document_entity (account_id, document_id, entity_type, entity_id, attached_at)
      select $1, d.id, 'INVOICE', i.id, d.created_at
      from numbered d
      join (select id, row_number() over (order by id) as n from invoice where account_id = $1) i using (n)`,
    [accountId, userId],
  );
  await superuser.query('commit');
  await superuser.query('vacuum (analyze) document, document_version, document_entity');
}

/** A container number to search for. It occurs in the text of one document in a hundred. */
export const containerOf = (i: number): string => `tghu${i % CONTAINERS}`;
