import { say, type TextCode } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EndpointSpec, ParamsOut, QueryOut } from '@quayside/contracts/endpoint';
import type { ExportColumns } from '@quayside/contracts/exports';
import { todayIn } from '@quayside/domain/days/days';
import { beginCopy, cancelCopy, type CopiedColumn, type CopiedQuery, copyOut } from '../db/copy.ts';
import type { ExportValue } from '../db/export-values.ts';
import type { Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { csvFile, csvOptions } from '../tables/csv-writer.ts';
import type { FileColumn } from '../tables/file-columns.ts';
import { XLSX_OPTIONS, xlsxFile } from '../tables/xlsx-writer.ts';
import { routeOf } from './calls.ts';
import { AppError } from './errors.ts';
import { type Input, type Mounting, mountInside } from './mount.ts';

/** A column of an export, with the text code of its heading. */
interface ExportColumn extends ExportValue {
  readonly heading: TextCode;
}
/** The rows and columns of an exported list, and the name of its file. */
export interface ExportPlan {
  /** The beginning of the file's name, and the name of the sheet. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /**
   * The list's filtered and sorted query with these columns selected. Where SQL alone cannot compute the values, a
   * sequence of queries, which run one after the other.
   */
  readonly rows: (columns: readonly CopiedColumn[]) => CopiedQuery | AsyncIterable<CopiedQuery>;
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
/** The statement time-out of an export: enough for a client with a slow connection. */
const LIMIT_MS = 15 * 60_000;
/** A client that has read nothing for this long counts as disconnected. */
const STALL_MS = 120_000;
/** The maximum number of concurrent exports in one process. Each one holds a connection of the pool until it ends. */
const AT_ONCE = 4;
const AT_ONCE_PER_ACCOUNT = 2;

/**
 * Returns the chosen columns in their order. If an amount needs a currency column that was not chosen, adds this column
 * before the first such amount.
 */
export function chosenColumns(
  headings: ExportColumns,
  values: Readonly<Record<string, ExportValue>>,
  names: readonly string[],
): ExportPlan['columns'] {
  const wanted = [...new Set(names)];
  const lacking = wanted.findIndex((name) => {
    const beside = values[name]?.currency;
    return beside !== undefined && !wanted.includes(beside);
  });
  const beside = values[wanted[lacking] ?? '']?.currency;
  const all = beside === undefined ? wanted : wanted.toSpliced(lacking, 0, beside);
  return all.map((name) => {
    const [heading, value] = [headings[name], values[name]];
    if (!heading || !value) throw new Error(`The column ${name} cannot be exported`);
    return { heading, ...value };
  });
}

type ExportSpec = EndpointSpec & { readonly query: EndpointSpec['query'] };

/**
 * Mounts an export. The rows are streamed from the database to the socket inside the transaction, so that only a few
 * are in memory at a time.
 */
export function mountExport<E extends ExportSpec>(
  m: Mounting,
  spec: E,
): (planOf: (w: Work, query: QueryOut<E>, params: ParamsOut<E>) => ExportPlan | Promise<ExportPlan>) => void {
  return (planOf) => {
    mountInside(
      m,
      spec,
    )(async (w, input) => {
      const turn = takeTurn(m.deps, w.scope.accountId);
      try {
        await sendFile(
          m.deps,
          w,
          await planOf(w, input.query, input.params),
          (input.query as { format: keyof typeof TYPES }).format,
          { reply: input.reply, request: input.request, turn },
        );
      } finally {
        turn.end();
      }
    });
  };
}

async function sendFile(
  deps: Deps,
  w: Work,
  plan: ExportPlan,
  format: keyof typeof TYPES,
  { reply, request, turn }: Pick<Input<EndpointSpec>, 'reply' | 'request'> & { turn: Turn },
): Promise<void> {
  const columns: (FileColumn & ExportValue)[] = plan.columns.map((column) => ({
    ...column,
    heading: wordsOf({ code: column.heading }, w.scope.language),
  }));
  const pid = await beginCopy(w.tx, LIMIT_MS);
  const query = plan.rows(columns.map(({ value }, i) => value.as(`c${i}`)));
  const rows = await startRows(copied(w, query, format === 'csv' ? csvOptions(columns) : XLSX_OPTIONS));
  const gone = new AbortController();
  const stall = setTimeout(() => gone.abort(), STALL_MS);
  let cancelled: Promise<unknown> | undefined;
  gone.signal.addEventListener('abort', () => {
    // The transaction waits for the cancellation, which would otherwise hit the next query on the connection.
    cancelled = cancelCopy(deps.db, pid);
  });
  const onClose = () => gone.abort();
  const body = new PassThrough();
  try {
    const fileName = `${plan.name}-${todayIn(w.now.getTime(), w.scope.timeZone)}.${format}`;
    void reply
      .headers({ 'content-type': TYPES[format], 'content-disposition': `attachment; filename="${fileName}"` })
      .send(body);
    reply.raw.once('close', onClose);
    const pieces = handOver(rows, { stall, turn });
    await pipeline(format === 'csv' ? csvFile(columns, pieces) : xlsxFile(columns, pieces, plan.name), body, {
      signal: gone.signal,
    });
  } catch (error) {
    // Destroys the connection instead of ending the answer, so that a partial file does not look complete.
    reply.raw.destroy();
    if (!gone.signal.aborted) request.log.error({ err: error, route: routeOf(request) }, 'an export was cut off');
    // Wraps the error, so that the transaction is not retried.
    throw new Error('An export was cut off', { cause: error });
  } finally {
    clearTimeout(stall);
    reply.raw.off('close', onClose);
    await cancelled;
  }
}

async function* copied(w: Work, query: ReturnType<ExportPlan['rows']>, options: string): AsyncGenerator<Buffer> {
  if (Symbol.asyncIterator in query) for await (const one of query) yield* copyOut(w.tx, one, options);
  else yield* copyOut(w.tx, query, options);
}

/**
 * Waits for the first piece of the file, so that a query that fails at its start is answered with an error instead of a
 * partial file.
 */
async function startRows(rows: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await rows.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* rows;
  })();
}

/**
 * Yields the pieces unchanged. Each piece that the client takes resets the stall timer. The turn ends with the rows, so
 * that a client that has received the whole file can ask for the next one at once.
 */
async function* handOver(
  rows: AsyncGenerator<Buffer>,
  { stall, turn }: { stall: NodeJS.Timeout; turn: Turn },
): AsyncGenerator<Buffer> {
  for await (const piece of rows) {
    yield piece;
    stall.refresh();
  }
  turn.end();
}

interface Turn {
  /** Lets another export begin. Later calls have no effect. */
  end(): void;
}
const running = new WeakMap<Deps, string[]>();
function takeTurn(deps: Deps, accountId: string): Turn {
  const now = running.get(deps) ?? [];
  running.set(deps, now);
  if (now.length >= AT_ONCE || now.filter((id) => id === accountId).length >= AT_ONCE_PER_ACCOUNT)
    throw new AppError('too_many', {
      message: say('http.exports_running'),
      retryAfterSeconds: 5,
    });
  now.push(accountId);
  let hasEnded = false;
  return {
    end() {
      if (!hasEnded) now.splice(now.indexOf(accountId), 1);
      hasEnded = true;
    },
  };
}
