import type pg from 'pg';

/** How many rows one statement of the floor inserts. */
const AT_ONCE = 10_000;
/** The tables that an import of customer orders fills, in the order of their foreign keys. */
const TABLES = ['customer_order', 'customer_order_line', 'movement', 'taking'] as const;
/** The kept rows that it updates, with their keys. */
const UPDATED = {
  lot: { key: 'id', set: ['taken'] },
  product_stock: { key: 'product_id', set: ['on_hand', 'landed_minor', 'factory_minor'] },
} as const;

/** Rows of a table as columns of texts. */
interface Columns {
  readonly table: string;
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly values: readonly (readonly (string | null)[])[];
}

/** Reads the rows that an import stored, in the order of their insertion, and the kept rows that it updated. */
export async function readStored(superuser: pg.Client): Promise<readonly Columns[]> {
  const read: Columns[] = [];
  for (const table of [...TABLES, ...Object.keys(UPDATED)]) {
    const { rows: columns } = await superuser.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    const texts = columns.map(({ name }) => `"${name}"::text`).join(', ');
    const { rows } = await superuser.query({ text: `select ${texts} from ${table} order by ctid`, rowMode: 'array' });
    read.push({
      table,
      names: columns.map(({ name }) => name),
      types: columns.map(({ type }) => type),
      values: columns.map((_, i) => rows.map((row: (string | null)[]) => row[i] ?? null)),
    });
  }
  return read;
}

/** Stores the same rows in an account that lacks them, by unnest, in one transaction. Returns how long it took. */
export async function storeByUnnest(
  owner: pg.Client,
  accountId: string,
  userId: string,
  stored: readonly Columns[],
): Promise<number> {
  const began = performance.now();
  await owner.query('begin');
  await owner.query(
    `select set_config('role', 'quayside_app', true), set_config('app.account_id', $1, true),
      set_config('app.user_id', $2, true)`,
    [accountId, userId],
  );
  for (const columns of stored) {
    const count = columns.values[0]?.length ?? 0;
    for (let first = 0; first < count; first += AT_ONCE)
      await owner.query(
        statementOf(columns),
        columns.values.map((column) => column.slice(first, first + AT_ONCE)),
      );
  }
  await owner.query(
    `update stock_total t set on_hand = s.on_hand, landed_minor = s.landed, factory_minor = s.factory
    from (
      select sum(on_hand) as on_hand, sum(landed_minor) as landed, sum(factory_minor) as factory from product_stock
      where account_id = $1
    ) s
    where t.account_id = $1`,
    [accountId],
  );
  await owner.query('commit');
  return performance.now() - began;
}

function statementOf({ table, names, types }: Columns): string {
  const listed = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const columns = names.map((name) => `"${name}"`).join(', ');
  if (!(table in UPDATED)) return `insert into ${table} (${columns}) select * from unnest(${listed})`;
  const { key, set } = UPDATED[table as keyof typeof UPDATED];
  return `update ${table} t set ${set.map((name) => `${name} = n.${name}`).join(', ')}
    from unnest(${listed}) n(${columns}) where t.account_id = n.account_id and t.${key} = n.${key}`;
}
