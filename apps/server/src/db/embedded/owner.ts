import pg from 'pg';
import { type Cluster, OWNER, SUPERUSER } from './cluster.ts';

/** The name of the server's database in the embedded cluster. */
const DATABASE = 'quayside';

/** Builds the URL to connect to the cluster as one of its roles. */
export function connectionUrl(role: string, password: string, port: number, database = DATABASE): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the owner role and its database if they are missing. Idempotent. */
export async function ensureOwner(cluster: Cluster, port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: connectionUrl(SUPERUSER, cluster.superuserPassword, port, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query<{ role: boolean; base: boolean }>(
      `
        select exists (select from pg_roles where rolname = $1) as role,
          exists (select from pg_database where datname = $2) as base`,
      [OWNER, DATABASE],
    );
    if (!found.rows[0]?.role) {
      await client.query(
        `
          create role ${OWNER} login nosuperuser createrole createdb nobypassrls
          password ${client.escapeLiteral(cluster.ownerPassword)}`,
      );
      // From PostgreSQL 16 on, a role needs this grant to SET ROLE to the roles that it creates. The migrations create
      // the application role.
      await client.query(
        `
          do $$ begin
            if current_setting('server_version_num')::int >= 160000 then
              alter role ${OWNER} set createrole_self_grant = 'set, inherit';
            end if;
          end $$`,
      );
    }
    if (!found.rows[0]?.base) await client.query(`create database ${DATABASE} owner ${OWNER} template template0`);
  } finally {
    await client.end();
  }
}
