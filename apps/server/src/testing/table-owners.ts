import type { Area } from '../areas/area.ts';
import type { SourceTree } from './arrows.ts';

/**
 * The tables that no area writes, each with its owner: a folder of the server. `migrations` stands for triggers and
 * migrations.
 */
const HOUSE_TABLES: Readonly<Record<string, string>> = {
  account_counter: 'account',
  account_directory: 'jobs',
  audit_log: 'events',
  file_in_store: 'files',
  file_sweep: 'files',
  idempotency_key: 'http',
  import_mapping: 'remembered',
  installation: 'files',
  invoice_line_search: 'migrations',
  job_intent: 'jobs',
  job_run: 'jobs',
  job_schedule: 'jobs',
  live_stream: 'http',
  mail_message: 'mail',
  outbox: 'events',
  payable_day: 'migrations',
  payable_supplier: 'migrations',
  product_history: 'migrations',
  product_search: 'migrations',
  product_tally: 'migrations',
  schema_migration: 'migrations',
  schema_migration_file: 'migrations',
  schema_migration_lock: 'migrations',
  secrets_key: 'adapters',
  storage_incident: 'files',
  stored_file: 'migrations',
  sweep_time: 'jobs',
  unfinished_work: 'migrations',
};

/** Writes to another owner's table that are allowed, as "area, folder or file -> table", each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'areas/costs -> account': 'The first cost of an account fixes its currency.',
  'areas/costs -> invoice': 'A closed invoice is opened when some of it can no longer be assigned.',
  'areas/rates -> operation_row': 'Rows of an import are kept, and taken back, by single statements.',
  'areas/accounts -> mail_message': 'A mail to nobody takes as long as one to somebody, and is taken back.',
  'http -> rate_limit': 'Calls are counted before any area is asked.',
  'http -> session': 'A sign-in is looked up, and marked as used or proved, before any area is asked.',
};

const SERVER = 'apps/server/src/';
const BUILDER = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'([a-z_]+)(?: as \w+)?'|(\S*?)\))/g;
/** The only accepted form of a write to several tables: a loop over their names. */
const LOOP = /for \(const table of \[([^\]]*)\] as const\)/g;
const STATEMENT = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** Maps each table to its owner: an area, or a folder of the server. */
export function ownersOf(areas: readonly Area[]): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(HOUSE_TABLES),
    ...areas.flatMap((area) => (area.tables ?? []).map((table): [string, string] => [table, `areas/${area.name}`])),
  ]);
}

/** Finds tables that have no owner, or more than one. */
export function unclearTables(tables: readonly string[], areas: readonly Area[]): string[] {
  const claims = [...Object.keys(HOUSE_TABLES), ...areas.flatMap((area) => area.tables ?? [])];
  return tables.filter((table) => claims.filter((claim) => claim === table).length !== 1);
}

/**
 * Finds each write to another owner's table, as "file -> table: owner", and each write whose table cannot be
 * determined.
 */
export function foreignWrites(tree: SourceTree, owners: ReadonlyMap<string, string>): string[] {
  return [...tree].flatMap(([file, source]) => {
    const path = file.startsWith(SERVER) ? file.slice(SERVER.length) : undefined;
    if (path === undefined || /\.test\.ts$|^(testing|bench|fuzz|seed|db)\//.test(path)) return [];
    return writesOf(source).flatMap((table) => {
      if (table === undefined) return [`${file} -> ?: name the table where it is written`];
      const owner = owners.get(table);
      if (owner === undefined || path.startsWith(`${owner}/`)) return [];
      if (isExcepted(path, table)) return [];
      return [`${file} -> ${table}: ${owner} writes it`];
    });
  });
}

const isExcepted = (path: string, table: string): boolean =>
  Object.keys(EXCEPTIONS).some((exception) => {
    const [place = '', name = ''] = exception.split(' -> ');
    return (path === place || path.startsWith(`${place}/`)) && (name === table || name === '*');
  });

/**
 * Finds the tables that a source file writes, with Kysely or SQL. The result contains undefined for a write whose table
 * cannot be determined.
 */
function writesOf(source: string): (string | undefined)[] {
  const looped = [...source.matchAll(LOOP)].flatMap((match) => (match[1] ?? '').match(/[a-z_]+/g) ?? []);
  const built = [...source.matchAll(BUILDER)].flatMap(([, name, variable]) =>
    variable === 'table' && looped.length > 0 ? looped : [name],
  );
  const stated = [...source.matchAll(STATEMENT)].map((match) => match[1]?.toLowerCase());
  return [...new Set([...built, ...stated])];
}
