import type { Context, Run } from './floor-job.ts';

const HEAD = `
  select i.*, s.company_name, s.local_name, v.file_name, v.content_type, v.size, v.created_at as uploaded_at, t.*,
    array(
      select a.unassigned_document_minor
      from cost_allocation a
      where a.account_id = i.account_id and a.invoice_id = i.id and a.superseded_at is null and not a.is_excluded
        and a.unassigned_document_minor <> 0
    ) as left_minor,
    (
      exists (
        select from cost_layer c
        where c.account_id = i.account_id and c.invoice_id = i.id and c.removed_at is null
          and (
            exists (
              select from invoice_pairing p
              where p.account_id = c.account_id and p.target_type = 'ORDER' and p.target_id = c.id
                and p.invoice_id <> c.invoice_id
            )
            or exists (
              select from cost_line_scope x join invoice_line l on l.account_id = x.account_id and l.id = x.line_id
              where x.account_id = c.account_id and x.target_type = 'ORDER' and x.target_id = c.id
                and l.invoice_id <> c.invoice_id and l.deleted_at is null
            )
            or exists (
              select from cost_manual_share m join invoice_line l on l.account_id = m.account_id and l.id = m.line_id
              where m.account_id = c.account_id and m.layer_id = c.id and l.invoice_id <> c.invoice_id
                and l.deleted_at is null
            )
          )
      )
      or exists (
        select from invoice_pairing p
        where p.account_id = i.account_id and p.target_type = 'INVOICE' and p.target_id = i.id and p.invoice_id <> i.id
      )
      or exists (
        select from cost_line_scope x join invoice_line l on l.account_id = x.account_id and l.id = x.line_id
        where x.account_id = i.account_id and x.target_type = 'INVOICE' and x.target_id = i.id and l.invoice_id <> i.id
          and l.deleted_at is null
      )
      or exists (
        select from invoice_line o
        join invoice_line c on c.account_id = o.account_id and c.credits_line_id = o.id and c.deleted_at is null
        where o.account_id = i.account_id and o.invoice_id = i.id and o.deleted_at is null
      )
    ) as is_in_use
  from invoice i left join supplier s on s.account_id = i.account_id and s.id = i.supplier_id
  left join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
  left join document d on d.account_id = i.account_id and d.id = i.document_id and d.deleted_at is null
  left join document_version v on v.account_id = d.account_id and v.document_id = d.id and v.number = d.version_number
  where i.account_id = $1 and i.id = $2 and i.deleted_at is null`;
const PAIRINGS = `
  select p.target_type, p.target_id, coalesce(i.invoice_number, c.number) as label from invoice_pairing p
  left join invoice i on p.target_type = 'INVOICE' and i.account_id = p.account_id and i.id = p.target_id
    and i.deleted_at is null
  left join cost_layer c on p.target_type = 'ORDER' and c.account_id = p.account_id and c.id = p.target_id
  where p.account_id = $1 and p.invoice_id = $2 order by 1, 3, 2`;
const linesWhere = (condition: string) => `
  select l.*, p.sku as product_sku, p.name as product_name, c.id as order_id, c.number as order_number,
    a.basis as applied_basis, a.is_basis_fallback, a.account_minor, a.unassigned_document_minor,
    a.unassigned_account_minor, a.unassigned_reason, a.lacking_product_ids, a.entry_count,
    o.position as credits_position, o.is_tax_recoverable as credited_is_tax_recoverable,
    o.is_excluded as credited_is_excluded, oi.id as credits_invoice_id, oi.invoice_number as credits_invoice_number
  from invoice_line l
  left join product p on p.account_id = l.account_id and p.id = l.product_id
  left join cost_layer c on c.account_id = l.account_id and c.invoice_line_id = l.id and c.removed_at is null
  left join cost_allocation a on a.account_id = l.account_id and a.line_id = l.id and a.superseded_at is null
  left join invoice_line o on o.account_id = l.account_id and o.id = l.credits_line_id
  left join invoice oi on oi.account_id = o.account_id and oi.id = o.invoice_id
  where l.account_id = $1 and ${condition} and l.deleted_at is null order by l.position, l.id`;
/**
 * SQL for the credit notes that reduce an invoice's lines, and for the invoices that the invoice credits if it is a
 * credit note itself.
 */
const CREDITED = `
  select c.credits_line_id, n.id, n.invoice_number, sum(c.amount_minor) as amount, sum(c.tax_minor) as tax,
    sum(c.quantity) as quantity
  from invoice_line o
  join invoice_line c on c.account_id = o.account_id and c.credits_line_id = o.id and c.deleted_at is null
  join invoice n on n.account_id = c.account_id and n.id = c.invoice_id and n.deleted_at is null
  where o.account_id = $1 and o.invoice_id = $2 group by 1, 2, 3`;
const CREDITS = `
  select distinct i.id, i.invoice_number
  from invoice_line c
  join invoice_line o on o.account_id = c.account_id and o.id = c.credits_line_id
  join invoice i on i.account_id = o.account_id and i.id = o.invoice_id
  where c.account_id = $1 and c.invoice_id = $2 and c.deleted_at is null`;
const DUPLICATES = `
  select i.id, i.invoice_number, i.date, i.total_minor, i.currency, i.status
  from invoice i
  join invoice x on x.account_id = i.account_id and x.supplier_id = i.supplier_id
  where x.account_id = $1 and x.id = $2 and i.id <> x.id and i.deleted_at is null and i.kind = x.kind
    and (
      lower(i.invoice_number) = lower(x.invoice_number)
      or (i.currency = x.currency and i.total_minor = x.total_minor and i.date between x.date - 45 and x.date + 45)
    )
  order by i.date desc
  limit 20`;

const invoiceHead = async (run: Run, accountId: string, invoiceId: unknown) => ({
  head: await run('head', HEAD, [accountId, invoiceId]),
  pairings: await run('pairings', PAIRINGS, [accountId, invoiceId]),
});

/** Reads an invoice with its lines, credits and possible duplicates. */
export async function invoice(run: Run, { accountId, args }: Context) {
  return {
    ...(await invoiceHead(run, accountId, args.get('id'))),
    lines: await run('lines', linesWhere('l.invoice_id = $2'), [accountId, args.get('id')]),
    credited: await run('credited', CREDITED, [accountId, args.get('id')]),
    credits: await run('credits', CREDITS, [accountId, args.get('id')]),
    duplicates: await run('duplicates', DUPLICATES, [accountId, args.get('id')]),
  };
}

/**
 * Changes the quantity of a line, and with it the units of the line's order and every share of the freight line that
 * covers the order. Adjusts the stored totals of the products by the differences instead of adding them up again.
 */
export async function patchLine(run: Run, { accountId, userId, args }: Context) {
  const [lineId, freightLineId, quantity] = [args.get('line'), args.get('freight'), args.get('quantity')];
  await run('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`costs:${accountId}`]);
  const [line] = await run(
    'line',
    `
      update invoice_line set quantity = $3, version = version + 1, updated_at = now()
      where account_id = $1 and id = $2
      returning invoice_id`,
    [accountId, lineId, quantity],
  );
  await run(
    'order',
    'update cost_layer set units = $3, updated_at = now() where account_id = $1 and invoice_line_id = $2',
    [accountId, lineId, quantity],
  );
  await run(
    'history',
    `
      with gone as (
        update cost_layer_history h
        set superseded_at = now()
        from cost_layer c
        where c.account_id = $1 and c.invoice_line_id = $2 and h.account_id = $1 and h.layer_id = c.id
          and h.superseded_at is null
      )
      insert into cost_layer_history (
        account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed,
        recorded_by
      )
      select account_id, id, now(), product_id, date, $3, weight_ug, volume_mm3, factory_minor, false, $4
      from cost_layer
      where account_id = $1 and invoice_line_id = $2`,
    [accountId, lineId, quantity, userId],
  );
  const orders = await run(
    'layers',
    `select c.id, c.product_id, c.units, c.weight_ug, c.volume_mm3 from invoice_pairing q
    join invoice_line f on f.account_id = q.account_id and f.invoice_id = q.invoice_id
    join cost_layer c on c.account_id = q.account_id and c.invoice_id = q.target_id and c.removed_at is null
    where q.account_id = $1 and f.id = $2 order by c.number`,
    [accountId, freightLineId],
  );
  const old = await run(
    'old',
    `
      select e.layer_id, e.account_minor, a.id, a.document_minor, a.account_minor as total from cost_allocation a
      join cost_entry e on e.account_id = a.account_id and e.allocation_id = a.id
      where a.account_id = $1 and a.line_id = $2 and a.superseded_at is null`,
    [accountId, freightLineId],
  );
  const shares = sharesOf(orders, Number(old[0]?.['total'] ?? 0));
  const before = new Map(old.map((e) => [e['layer_id'], Number(e['account_minor'])]));
  const allocationId = old[0]?.['id'];
  const [head] = await run(
    'renew',
    `
      with gone as (update cost_allocation set superseded_at = now() where account_id = $1 and id = $2 returning *)
      insert into cost_allocation (
        account_id, id, line_id, invoice_id, basis, is_basis_fallback, measure, chargeable_method, weight_total,
        document_minor, amount_minor, cost_tax_minor, account_minor, unassigned_document_minor,
        unassigned_account_minor, is_excluded, is_provisional, entry_count, recorded_by, recorded_at
      )
      select account_id, gen_random_uuid(), line_id, invoice_id, basis, is_basis_fallback, measure, chargeable_method,
        $3, document_minor, amount_minor, cost_tax_minor, account_minor, 0, 0, is_excluded, is_provisional, entry_count,
        $4, now()
      from gone
      returning id, invoice_id`,
    [accountId, allocationId, shares.weightTotal, userId],
  );
  await run('supersede', 'update cost_entry set superseded_at = now() where account_id = $1 and allocation_id = $2', [
    accountId,
    allocationId,
  ]);
  await run(
    'entries',
    `
      insert into cost_entry (
        account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, cost_type, document_minor,
        account_minor, weight, rounding_unit, is_excluded, recorded_at
      )
      select $1, gen_random_uuid(), $2, $3, $4, r.product, r.supplier_order, 'SHIPPING', r.minor, r.minor, r.weight, 0,
        false, now()
      from unnest($5::uuid[], $6::uuid[], $7::bigint[], $8::numeric[]) as r(product, supplier_order, minor, weight)`,
    [
      accountId,
      head?.['id'],
      freightLineId,
      head?.['invoice_id'],
      orders.map((l) => l['product_id']),
      orders.map((l) => l['id']),
      shares.minor,
      shares.weights,
    ],
  );
  await run(
    'totals',
    `
      update product_cost_total t set inbound_minor = t.inbound_minor + r.minor, changed_at = now()
      from (
        select product, sum(minor)::bigint as minor
        from unnest($2::uuid[], $3::bigint[]) as r(product, minor)
        group by product
      ) as r
      where t.account_id = $1 and t.product_id = r.product`,
    [
      accountId,
      orders.map((l) => l['product_id']),
      orders.map((l, i) => (shares.minor[i] ?? 0) - (before.get(l['id']) ?? 0)),
    ],
  );
  await run(
    'invoice-totals',
    'update invoice_total set unassigned_minor = 0 where account_id = $1 and invoice_id = any($2::uuid[])',
    [accountId, [line?.['invoice_id'], head?.['invoice_id']]],
  );
  await run('touch', 'update invoice set updated_at = now() where account_id = $1 and id = $2', [
    accountId,
    line?.['invoice_id'],
  ]);
  await run(
    'audit',
    `
      insert into audit_log (account_id, id, person_id, action, subject_type, subject_ids, recorded_at)
      values ($1, gen_random_uuid(), $2, 'invoice-line.changed', 'invoice-line', array[$3::uuid], now())`,
    [accountId, userId, lineId],
  );
  await run(
    'outbox',
    `
      insert into outbox (account_id, person_id, type, payload)
      select $1, $2, 'changed', jsonb_build_object('topic', topic, 'ids', '[]'::jsonb, 'version', null)
      from unnest(array['products', 'costs', 'invoices']) as topic`,
    [accountId, userId],
  );
  return {
    lines: await run('one-line', linesWhere('l.id = $2'), [accountId, lineId]),
    ...(await invoiceHead(run, accountId, line?.['invoice_id'])),
  };
}

/**
 * Divides an amount among the orders in proportion to their chargeable weight by sea. The last share takes the rounding
 * difference.
 */
function sharesOf(
  orders: readonly Record<string, unknown>[],
  total: number,
): { weights: number[]; weightTotal: number; minor: number[] } {
  const weights = orders.map(
    (l) => Number(l['units']) * Math.max(Number(l['weight_ug']), Number(l['volume_mm3']) * 1_000),
  );
  const weightTotal = weights.reduce((sum, weight) => sum + weight, 0);
  const minor = weights.map((weight) => Math.floor((total * weight) / weightTotal));
  const rest = total - minor.reduce((sum, share) => sum + share, 0);
  return { weights, weightTotal, minor: minor.map((share, i) => (i === minor.length - 1 ? share + rest : share)) };
}
