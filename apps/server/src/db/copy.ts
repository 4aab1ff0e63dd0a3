import type { Readable } from 'node:stream';
import { type AliasedExpression, CompiledQuery, type Expression, type Kysely, PostgresQueryCompiler, type RootOperationNode, sql } from 'kysely';
import { escapeLiteral, type Submittable } from 'pg';
import { to } from 'pg-copy-streams';
import type { Tx } from './tx.ts';
import type { DB } from './types.gen.ts';

/** A query whose rows leave the database as text, without ever being rows here. */
export type CopiedQuery = Expression<unknown>;
/** A column as a query selects it. */
export type CopiedColumn = AliasedExpression<unknown, string>;

const DRAIN_MS = 10_000;

/** COPY takes no parameters, so that values stand in its text: every one of them through the driver's own quoting. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/** A value as SQL text. Its type is as open as that of a parameter, so that a query means the same. */
export function literal(value: unknown): string {
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

/** A query as text without parameters. */
export const copiedText = (query: CopiedQuery): string =>
  new LiteralCompiler().compileQuery(query.toOperationNode() as RootOperationNode, CompiledQuery.raw('').queryId).sql;

/**
 * COPY … TO STDOUT where Kysely expects a cursor: what it reads are pieces of the file. The way to the connection of a
 * running transaction is Kysely's own.
 */
export class CopyCursor {
  readonly stream: Readable & Submittable & { query_timeout?: number; callback?: () => void };
  #pieces: AsyncIterator<Buffer>;
  #isOver = false;

  constructor(text: string) {
    // The driver's own timer would take the stream apart while its bytes still come; PostgreSQL's statement_timeout ends it cleanly.
    this.stream = Object.assign(to(text), { query_timeout: 2 ** 31 - 1 });
    // An error between two reads is told by the next one.
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

  /** Reads what is still to come, so that the connection is of use again; whoever does not want it cancels the query first. */
  async close(): Promise<void> {
    const stuck = setTimeout(() => this.stream.destroy(new Error('COPY did not end')), DRAIN_MS);
    try {
      while (!this.#isOver) await this.read();
    } catch {
      // It was cancelled.
    } finally {
      clearTimeout(stuck);
      this.stream.callback?.();
    }
  }
}

/** Lets one statement run longer than others may, and says which process of the database runs it. */
export async function beginCopy(tx: Tx, limitMs: number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select set_config('statement_timeout', ${String(limitMs)}, true), pg_backend_pid() as pid`.execute(tx);
  return rows[0]?.pid ?? 0;
}

/** Ends what a process of the database is doing. Its transaction must wait for this, or the next one is hit. */
export async function cancelCopy(db: Kysely<DB>, pid: number): Promise<void> {
  // Without a connection for it, the query goes on until its time is up.
  await sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => undefined);
}

/** Runs COPY for a query inside a transaction: under its role and its account. `options` as in `WITH (…)`. */
export async function* copyOut(tx: Tx, query: CopiedQuery, options: string): AsyncGenerator<Buffer> {
  const copy = CompiledQuery.raw(`copy (${copiedText(query)}) to stdout with (${options})`);
  for await (const { rows } of tx.getExecutor().stream<Buffer>(copy, 1)) yield* rows;
}
