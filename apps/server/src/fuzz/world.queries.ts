import pg from 'pg';
import type { IdKind } from './id-kinds.ts';

/** How many ids of one kind requests choose from. */
const MOST_IDS = 60;
/** The kinds whose ids are in a table of the same name. */
const TABLES = [
  'supplier',
  'product',
  'invoice',
  'invoice_line',
  'cost_layer',
  'document',
  'notification',
  'payment',
  'payment_schedule',
  'payment_transfer',
  'payment_entry',
  'credit',
  'credit_use',
  'account_code',
  'cash_entry',
  'purchase_order',
  'purchase_order_item',
  'sent_mail',
  'pack_list',
  'carton',
  'carton_type',
  'shipment_plan',
  'operation',
  'product_changelog',
  'grid_view',
  'session',
  'person',
] as const satisfies readonly IdKind[];

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Reads ids of existing records, of all accounts, by kind. */
export const readIds = (superuserUrl: string): Promise<Map<IdKind, string[]>> =>
  withClient(superuserUrl, async (client) => {
    const ids = new Map<IdKind, string[]>();
    const read = async (kind: IdKind, table: string, column: string) => {
      const { rows } = await client.query<{ id: string }>(
        `select ${column} as id from ${table} order by ${column} limit ${MOST_IDS}`,
      );
      ids.set(
        kind,
        rows.map((row) => row.id),
      );
    };
    for (const table of TABLES) await read(table, table, 'id');
    await read('stock_movement', 'movement', 'id');
    await read('product_import', "import where kind = 'PRODUCTS'", 'id');
    await read('supplier_import', "import where kind = 'SUPPLIERS'", 'id');
    await read('order_import', "import where kind = 'ORDERS'", 'id');
    await read('account', 'account', 'account_id');
    await read('purchase_order_file', 'document', 'id');
    return ids;
  });

/** Makes this person a system admin, so that the calls of the system administration are tried as well. */
export const makeSystemAdmin = (superuserUrl: string, email: string): Promise<void> =>
  withClient(superuserUrl, async (client) => {
    await client.query('update person set is_system_admin = true where email = $1', [email]);
  });
/** Creates a copy of a database to which nobody is connected. */
export const copyDatabase = (superuserUrl: string, from: string, to: string, owner: string): Promise<void> =>
  withClient(superuserUrl, async (client) => {
    await client.query(`create database ${to} owner ${owner} template ${from}`);
  });
export const dropDatabase = (superuserUrl: string, name: string): Promise<void> =>
  withClient(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });
