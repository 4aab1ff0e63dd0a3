import type { QueryOut } from '@quayside/contracts/endpoint';
import type { pasteExchangeRates, RateImport, uploadExchangeRates } from '@quayside/contracts/exchange-rates';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { parseRate } from '@quayside/domain/money/money';
import type { RateOrigin } from '@quayside/domain/money/rates';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { readSent, readSentFile, type Sent } from './rate-import.files.ts';
import { findMarks, formOf, saveMarks } from '../../remembered/table-choices.ts';
import { formOfRates, readRates, type ReadRate, type ReadRates } from './rate-import.rows.ts';
import { createOperation } from '../undo/public.ts';
import { type Before, findStored, keepImported, type RateRow, storeRates } from './rates.queries.ts';
import { IMPORT_OPERATION } from './rates.undo.ts';

type Options = QueryOut<typeof pasteExchangeRates>;
type Action = RateImport['sample'][number]['action'];

const SAMPLE = 20;
const SHOWN = 200;
const MAX_ERRORS = 1000;
const CHUNK = 5000;
/** The maximum number of ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

/** Imports rates from pasted cells. */
export async function pasteRates(w: Work, text: string, options: Options): Promise<RateImport> {
  return importRates(w, await reading('text', async () => readSent(text, true)), 'PASTED', options);
}

/** Imports rates from a file. The file is not kept. */
export async function uploadRates(
  w: Work,
  files: Pick<StoredFiles, 'read' | 'remove'>,
  upload: Upload,
  options: QueryOut<typeof uploadExchangeRates>,
): Promise<RateImport> {
  const sent = await reading('file', async () => readSentFile(await files.read(upload.storageKey), options));
  if (!sent) throw new AppError('wrong_file', { message: say('rates.no_table') });
  const answer = await importRates(w, sent, 'FILE', options);
  await files.remove(upload.storageKey);
  return { ...answer, reading: sent.reading };
}

async function reading<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw refusalOf(error, field);
  }
}
const refusalOf = (error: unknown, field: string): unknown =>
  error instanceof UnreadableTable ? fieldError(field, error.text, 'imports.unreadable') : error;

/** What an import does with one rate of the file. */
interface Planned {
  readonly rate: ReadRate;
  readonly action: Action;
  readonly stored: RateRow | undefined;
}

async function importRates(w: Work, sent: Sent, way: 'PASTED' | 'FILE', options: Options): Promise<RateImport> {
  const columns = formOfRates(sent);
  const form = columns && formOf('RATES', columns);
  const chosen = options.decimalMark ?? null;
  const [remembered = null] = form ? await findMarks(w, form) : [];
  const read = await reading(way === 'FILE' ? 'file' : 'text', async () => readRates(sent, { chosen, remembered }));
  if (!options.dryRun) refuseErrors(read, options);
  const origin: RateOrigin = read.kind === 'ECB' ? 'ECB' : way;
  const replaced = replacedBy(origin);
  const planned: Planned[] = [];
  for (let i = 0; i < read.rates.length; i += CHUNK)
    planned.push(...(await planOf(w, read.rates.slice(i, i + CHUNK), replaced, !options.dryRun)));
  const wanted = planned.filter(({ action }) => action === 'CREATE' || action === 'UPDATE');
  const answer = answerOf(w, read, planned, options.dryRun);
  if (options.dryRun) return answer;
  if (form && read.numbers?.ambiguous) await saveMarks(w, form, [chosen]);
  if (wanted.length === 0) return answer;
  const operationId = await createOperation(w, IMPORT_OPERATION, { counts: answer.counts }, 'IMPORT');
  const ids: string[] = [];
  for (let i = 0; i < wanted.length; i += CHUNK) {
    const part = wanted.slice(i, i + CHUNK);
    const before = new Map(part.flatMap(({ stored }) => (stored ? [[stored.id, beforeOf(stored)] as const] : [])));
    const stored = await storeRates(
      w,
      part.map(({ rate }) => rate),
      origin,
      replaced,
    );
    await keepImported(
      w,
      operationId,
      stored.map((one) => ({ ...one, before: before.get(one.id) })),
    );
    ids.push(...stored.map(({ id }) => id));
  }
  const named = ids.length > NAMED ? [] : ids;
  await record(
    w,
    {
      action: 'exchange-rate.imported',
      subjectIds: named,
      details: { facts: { create: answer.counts.create, update: answer.counts.update, kept: answer.counts.keep } },
    },
    changed('exchange-rates', named),
  );
  return { ...answer, operationId };
}

const beforeOf = ({ day, base, quote, rate, origin, entered_by }: RateRow): Before => ({
  ...{ day, base, quote, rate, origin, entered_by },
});

/**
 * The origins whose rates an import replaces. A typed rate is never replaced, and no rate of the account is replaced by
 * one of the European Central Bank.
 */
const replacedBy = (origin: RateOrigin): readonly RateOrigin[] =>
  origin === 'ECB' ? ['ECB'] : ['PASTED', 'FILE', 'ECB'];

async function planOf(
  w: Work,
  rates: readonly ReadRate[],
  replaced: readonly RateOrigin[],
  isLocked: boolean,
): Promise<Planned[]> {
  const stored = await findStored(w, rates, isLocked);
  return rates.map((rate, i) => {
    const row = stored.get(i);
    return { rate, stored: row, action: row ? actionOn(row, rate, replaced) : 'CREATE' };
  });
}

function actionOn(row: RateRow, rate: ReadRate, replaced: readonly RateOrigin[]): Action {
  if (row.base === rate.base && isSameRate(row.rate, rate.rate)) return 'SAME';
  return replaced.some((origin) => origin === row.origin) ? 'UPDATE' : 'KEEP';
}

function isSameRate(one: string, other: string): boolean {
  const [a, b] = [parseRate(one), parseRate(other)];
  return a.ok && b.ok && a.value.digits === b.value.digits && a.value.scale === b.value.scale;
}

/** Refuses a table whose numbers can be read in two ways, and one with errors unless only its valid rows are wanted. */
function refuseErrors(read: ReadRates, { onlyValid }: Options): void {
  if (read.numbers?.reading === 'OPEN')
    throw fieldError('decimalMark', say('imports.number_open', { column: 'rate', cell: read.numbers.ambiguous ?? '' }));
  if (read.errors.length === 0 || (onlyValid && read.rates.length > 0)) return;
  throw new AppError('imports.has_errors', {
    errors: read.errors.slice(0, MAX_ERRORS).map(({ row, column, value, message }) => ({
      field: `rows.${row}${column === null ? '' : `.${column}`}`,
      message: withValue(value, message),
    })),
  });
}

function answerOf(w: Work, read: ReadRates, planned: readonly Planned[], isDryRun: boolean): RateImport {
  const count = (action: Action) => planned.filter((one) => one.action === action).length;
  const days = read.rates.map(({ day }) => day).toSorted();
  const kept = planned.filter(({ action }) => action === 'KEEP').slice(0, SHOWN);
  return {
    kind: read.kind,
    isDryRun,
    counts: {
      rates: read.rates.length,
      create: count('CREATE'),
      update: count('UPDATE'),
      same: count('SAME'),
      keep: count('KEEP'),
      fail: read.errors.length,
    },
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    numbers: read.numbers,
    sample: planned.slice(0, SAMPLE).map(({ rate, action }) => ({ ...plain(rate), action })),
    kept: kept.flatMap(({ rate, stored }) =>
      stored ? [{ ...plain(rate), kept: { base: stored.base, quote: stored.quote, rate: stored.rate } }] : [],
    ),
    errors: read.errors.slice(0, SHOWN).map(({ message, ...error }) => ({
      ...error,
      message: wordsOf(message, w.scope.language),
    })),
    skippedCurrencies: [...read.skipped],
    operationId: null,
  };
}

const plain = ({ row, day, base, quote, rate }: ReadRate) => ({ row, day, base, quote, rate });
