import type { Readable } from 'node:stream';
import {
  type AliasedExpression,
  CompiledQuery,
  type Expression,
  type Kysely,
  PostgresQueryCompiler,
  type RootOperationNode,
  sql,
} from 'kysely';
import { escapeLiteral, type Submittable } from 'pg';
import { to } from 'pg-copy-streams';
import type { Tx } from './tx.ts';
import type { DB } from './types.gen.ts';

/**
 * A query whose result PostgreSQL writes as text (COPY). No row becomes a JavaScript object, which saves time and
 * memory.
 */
export type CopiedQuery = Expression<unknown>;
/** A column in the select list of a query whose result is copied. */
export type CopiedColumn = AliasedExpression<unknown, string>;

const DRAIN_MS = 10_000;

/**
 * Compiles queries for COPY, which takes no parameters: the SQL contains the values as literals, each quoted by the
 * driver.
 */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/**
 * Writes a value as an SQL literal. PostgreSQL infers its type as it would for a parameter, so the meaning of the query
 * stays the same.
 */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return escapeLiteral(arrayText(value));
  return escapeLiteral(plainText(value));
}

function plainText(value: unknown): string {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new RangeError('A text with a NUL is no value of the database');
    return value;
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new TypeError('Only texts, numbers, times and lists of them can be copied by');
}

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${plainText(value).replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;

/** Compiles the SQL of a query with its values as literals. */
export const copiedText = (query: CopiedQuery): string =>
  new LiteralCompiler().compileQuery(query.toOperationNode() as RootOperationNode, CompiledQuery.raw('').queryId).sql;

/**
 * Runs COPY … TO STDOUT in the guise of a Kysely cursor, because Kysely offers no other way to the connection of a
 * running transaction. Each read returns a piece of the file.
 */
export class CopyCursor {
  readonly stream: Readable & Submittable & { query_timeout?: number; callback?: () => void };
  #pieces: AsyncIterator<Buffer>;
  #isOver = false;

  constructor(text: string) {
    // The driver's own timer would destroy the stream while bytes still arrive; PostgreSQL's statement_timeout ends the
    // query cleanly.
    this.stream = Object.assign(to(text), { query_timeout: 2 ** 31 - 1 });
    // Without a listener, an error between two reads would crash the process. The next read reports it.
    this.stream.on('error', () => undefined);
    this.#pieces = this.stream.iterator({ destroyOnReturn: false });
  }

  async read(): Promise<Buffer[]> {
    try {
      const next = await this.#pieces.next();
      this.#isOver = next.done === true;
      return next.done ? [] : [next.value];
    } catch (error) {
      this.#isOver = true;
      throw error;
    }
  }

  /**
   * Reads the remaining bytes, so that the connection can be reused. To discard them sooner, cancel the query first.
   */
  async close(): Promise<void> {
    const stuck = setTimeout(() => this.stream.destroy(new Error('COPY did not end')), DRAIN_MS);
    try {
      while (!this.#isOver) await this.read();
    } catch {
      // Reading fails if the query was cancelled, which is expected here.
    } finally {
      clearTimeout(stuck);
      this.stream.callback?.();
    }
  }
}

/** Raises the statement time-out of this transaction and returns the pid of its PostgreSQL process. */
export async function beginCopy(tx: Tx, limitMs: number): Promise<number> {
  const { rows } = await sql<{
    pid: number;
  }>`select set_config('statement_timeout', ${String(limitMs)}, true), pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
}

/**
 * Cancels the running query of a PostgreSQL process. The transaction of that query must wait for this call to finish;
 * otherwise the cancellation may hit the next transaction on the same connection.
 */
export async function cancelCopy(db: Kysely<DB>, pid: number): Promise<void> {
  // If no connection is free for the cancellation, the query runs until its time-out.
  await sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => undefined);
}

/**
 * Runs COPY for a query inside a transaction, with the role and the account of that transaction. `options` are inserted
 * into `WITH (…)`.
 */
export async function* copyOut(tx: Tx, query: CopiedQuery, options: string): AsyncGenerator<Buffer> {
  // Sends the beginning of the transaction if it is still held: a cursor cannot be sent behind it.
  await sql`select 1`.execute(tx);
  const copy = CompiledQuery.raw(`copy (${copiedText(query)}) to stdout with (${options})`);
  for await (const { rows } of tx.getExecutor().stream<Buffer>(copy, 1)) yield* rows;
}
