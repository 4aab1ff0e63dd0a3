import pg from 'pg';

const [OLDEST, NEWEST] = [15, 18];
const CONNECT_MS = 10_000;

/** The facts about the database server that decide whether Quayside can start. */
interface ServerFacts {
  /** The version of PostgreSQL as a number, for example 180001. */
  readonly version: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/** Says in one sentence why Quayside cannot run on this server; undefined if it can. */
export function problemOf({ version, encoding, isStandby, isReadOnly }: ServerFacts): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST || major > NEWEST)
    return `the database is PostgreSQL ${major}, and this release supports ${OLDEST} to ${NEWEST}.`;
  if (encoding !== 'UTF8')
    return `the database has the encoding ${encoding}: create it anew with ENCODING 'UTF8' TEMPLATE template0.`;
  if (isStandby) return 'the database is a standby, which is read-only: DATABASE_URL must name the primary server.';
  if (isReadOnly)
    return 'the database is read-only: switch default_transaction_read_only off for this role and database.';
  return undefined;
}

/** Throws, before anything is written, if the database cannot be reached or cannot be used. */
export async function requireUsableServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new Error(connectProblem(error, url), { cause: error });
  });
  try {
    const { rows } = await client.query<ServerFacts>(`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`);
    const problem = rows[0] && problemOf(rows[0]);
    if (problem !== undefined) throw new Error(problem);
  } finally {
    await client.end();
  }
}

/** Throws if one of these tables is missing, although all migrations have run. */
export async function requireTables(url: string, tables: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `
        select name from unnest($1::text[]) as name
        where to_regclass('public.' || quote_ident(name)) is null order by 1`,
      [tables],
    );
    if (rows.length > 0)
      throw new Error(
        `the database lacks the table ${rows.map(({ name }) => name).join(', ')}, although all migrations have run: ` +
          'restore a complete backup.',
      );
  } finally {
    await client.end();
  }
}

function connectProblem(error: unknown, url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const server = `${hostname}:${port || '5432'}`;
  if (code.startsWith('28')) return `the database at ${server} refuses the role ${username} or its password.`;
  if (code === '3D000') return `the server at ${server} has no database ${pathname.slice(1)}: create it first.`;
  const reason = error instanceof Error ? error.message || code : String(error);
  return `the database at ${server} cannot be reached (${reason}).`;
}
