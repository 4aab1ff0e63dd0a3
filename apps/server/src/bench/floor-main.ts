import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FLOOR_JOBS } from './floor.queries.ts';
import type { Run } from './floor-job.ts';
import { EXPORT_COPY } from './products.floor.queries.ts';

// The floor: a minimal server that reads and writes the same rows with node, pg and PostgreSQL alone, without a
// framework, validation or sign-in. The benchmark compares the real server with it.

/**
 * The PostgreSQL types (int8, date, numeric) that are read as strings, so that JSON.stringify accepts every row
 * unchanged.
 */
const TEXT = new Set([20, 1082, 1700]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    TEXT.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};
const env = (name: string): string => process.env[name] ?? '';
const poolOf = (connectionString: string) =>
  new pg.Pool({ connectionString, max: 10, types, options: '-c random_page_cost=1.1' });
// The tenant floor works under row-level security, the bare floor does not.
const pools = { tenant: poolOf(env('TENANT_URL')), bare: poolOf(env('BARE_URL')) };
const tenant = [env('ACCOUNT_ID'), env('USER_ID')];

const ENTER = {
  name: 'enter',
  text: `
    select set_config('role', 'quayside_app', true), set_config('app.account_id', $1, true),
      set_config('app.user_id', $2, true)`,
  values: tenant,
};

async function answer(mode: 'tenant' | 'bare', name: string, args: URLSearchParams): Promise<unknown> {
  const job = FLOOR_JOBS[name];
  if (!job) throw new Error(`No such job: ${name}`);
  const client = await pools[mode].connect();
  const run: Run = async (statement, text, values) =>
    (await client.query({ name: statement, text, values: [...values] })).rows;
  const context = { accountId: tenant[0] ?? '', userId: tenant[1] ?? '', args };
  const isInTransaction = mode === 'tenant' || job.writes === true;
  try {
    if (isInTransaction) await client.query('begin');
    if (mode === 'tenant') await client.query(ENTER);
    const result = await job.run(run, context);
    if (isInTransaction) await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Streams the rows of an export from the database straight into the socket. */
async function copy(response: ServerResponse): Promise<void> {
  const client = await pools.tenant.connect();
  try {
    await client.query('begin');
    await client.query(ENTER);
    // COPY takes no parameters, so the id is part of the SQL. This is safe: the id comes from the benchmark, never from
    // a request.
    await pipeline(
      client.query(copyTo(EXPORT_COPY.replaceAll('$1', client.escapeLiteral(tenant[0] ?? '')))),
      response.writeHead(200, { 'content-type': 'text/csv' }),
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function handle(request: IncomingMessage): Promise<string> {
  const url = request.url ?? '';
  if (url === '/health/ready') {
    await pools.tenant.query('select 1');
    return '{}';
  }
  const [path = '', query] = url.split('?');
  const [, mode, name = ''] = path.split('/');
  return JSON.stringify(await answer(mode === 'tenant' ? 'tenant' : 'bare', name, new URLSearchParams(query)));
}

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/tenant/copy') {
    copy(response).catch((error: unknown) => response.destroy(error as Error));
    return;
  }
  handle(request).then(
    (body) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body),
    (error: unknown) => {
      const body = String(error);
      response.writeHead(500, { 'content-length': Buffer.byteLength(body) }).end(body);
    },
  );
});
server.keepAliveTimeout = 65_000;
server.listen(Number(env('PORT')), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
