import type { QueryOut } from '@quayside/contracts/endpoint';
import type { RateImport, uploadExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import { parseRate } from '@quayside/domain/money/money';
import type { RateOrigin } from '@quayside/domain/money/rates';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import {
  fieldOf,
  finishSent,
  importPlanned,
  importRows,
  type OnceKind,
  type ReadTable,
  reading,
  type Sent,
  shownProblems,
} from '../imports/public.ts';
import { createOperation } from '../undo/public.ts';
import { openRates } from './rate-import.files.ts';
import {
  RATE_TABLE,
  type RateField,
  ratesOfBank,
  type ReadRate,
  readRates,
  type ReadRates,
} from './rate-import.rows.ts';
import { type Before, findStored, keepImported, type RateRow, storeRates } from './rates.queries.ts';
import { IMPORT_OPERATION } from './rates.undo.ts';

type Options = QueryOut<typeof uploadExchangeRates>;
type Action = RateImport['sample'][number]['action'];

const SAMPLE = 20;
const SHOWN = 200;
const CHUNK = 5000;
/** The maximum number of ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

/** Imports rates from pasted cells, or from a file, which is not kept. */
export async function importRates(w: Work, sent: Sent, options: Options): Promise<RateImport> {
  const at = fieldOf(sent);
  const file = await reading(at, () => openRates(sent, options));
  const bank = await reading(at, async () => ratesOfBank(file.sent));
  const origin = bank ? 'ECB' : at === 'file' ? 'FILE' : 'PASTED';
  const kind = rateImport(origin);
  const rows = 'rows' in file.sent ? file.sent.rows : [];
  const answer = bank
    ? await importPlanned(w, kind, NO_TABLE, await planOf(w, bank, origin, options), options)
    : await importRows(w, kind, { rows, at }, options);
  return finishSent(sent, answer, file.reading);
}

/** The columns of a file of the European Central Bank are its currencies. */
const NO_TABLE: ReadTable<RateField> = { headings: [], columns: [], rows: [] };

/** What an import does with one rate of the file. */
interface Planned {
  readonly rate: ReadRate;
  readonly action: Action;
  readonly stored: RateRow | undefined;
}
interface Plan extends Pick<ReadRates, 'kind' | 'rates' | 'problems' | 'skipped'> {
  readonly planned: readonly Planned[];
}

/** The import of rates whose origin is this. */
const rateImport = (origin: RateOrigin): Omit<OnceKind<RateField, Plan, Options, RateImport>, 'maxRows'> => ({
  table: RATE_TABLE,
  plan: (w, table, options) => planOf(w, readRates(table), origin, options),
  async store(w, plan, table, { dryRun }) {
    const answer = answerOf(w, plan, table, dryRun);
    const wanted = plan.planned.filter(({ action }) => action === 'CREATE' || action === 'UPDATE');
    if (dryRun || wanted.length === 0) return answer;
    const operationId = await createOperation(w, IMPORT_OPERATION, { counts: answer.counts }, 'IMPORT');
    const ids: string[] = [];
    for (const part of chunksOf(wanted)) ids.push(...(await storeChunk(w, operationId, part, origin)));
    const named = ids.length > NAMED ? [] : ids;
    const { create, update, keep } = answer.counts;
    await record(
      w,
      { action: 'exchange-rate.imported', subjectIds: named, details: { facts: { create, update, kept: keep } } },
      changed('exchange-rates', named),
    );
    return { ...answer, operationId };
  },
});

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, i) => all.slice(i * CHUNK, (i + 1) * CHUNK));

async function storeChunk(
  w: Work,
  operationId: string,
  part: readonly Planned[],
  origin: RateOrigin,
): Promise<string[]> {
  const before = new Map(part.flatMap(({ stored }) => (stored ? [[stored.id, beforeOf(stored)] as const] : [])));
  const stored = await storeRates(
    w,
    part.map(({ rate }) => rate),
    origin,
    replacedBy(origin),
  );
  await keepImported(
    w,
    operationId,
    stored.map((one) => ({ ...one, before: before.get(one.id) })),
  );
  return stored.map(({ id }) => id);
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

async function planOf(w: Work, read: ReadRates, origin: RateOrigin, { dryRun }: Options): Promise<Plan> {
  const planned: Planned[] = [];
  for (const rates of chunksOf(read.rates)) {
    const stored = await findStored(w, rates, !dryRun);
    planned.push(
      ...rates.map((rate, i): Planned => {
        const row = stored.get(i);
        return { rate, stored: row, action: row ? actionOn(row, rate, replacedBy(origin)) : 'CREATE' };
      }),
    );
  }
  return { ...read, planned };
}

function actionOn(row: RateRow, rate: ReadRate, replaced: readonly RateOrigin[]): Action {
  if (row.base === rate.base && isSameRate(row.rate, rate.rate)) return 'SAME';
  return replaced.some((origin) => origin === row.origin) ? 'UPDATE' : 'KEEP';
}

function isSameRate(one: string, other: string): boolean {
  const [a, b] = [parseRate(one), parseRate(other)];
  return a.ok && b.ok && a.value.digits === b.value.digits && a.value.scale === b.value.scale;
}

function answerOf(
  w: Work,
  { kind, rates, planned, problems, skipped }: Plan,
  { columns }: ReadTable<RateField>,
  isDryRun: boolean,
): RateImport {
  const count = (action: Action) => planned.filter((one) => one.action === action).length;
  const days = rates.map(({ day }) => day).toSorted();
  const kept = planned.filter(({ action }) => action === 'KEEP').slice(0, SHOWN);
  return {
    kind,
    isDryRun,
    counts: {
      rates: rates.length,
      create: count('CREATE'),
      update: count('UPDATE'),
      same: count('SAME'),
      keep: count('KEEP'),
      fail: problems.length,
    },
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    numbers: columns.find(({ field }) => field === 'rate')?.numbers ?? null,
    days: columns.find(({ field }) => field === 'day')?.days ?? null,
    sample: planned.slice(0, SAMPLE).map(({ rate, action }) => ({ ...plain(rate), action })),
    kept: kept.flatMap(({ rate, stored }) =>
      stored ? [{ ...plain(rate), kept: { base: stored.base, quote: stored.quote, rate: stored.rate } }] : [],
    ),
    errors: shownProblems(w, problems),
    skippedCurrencies: [...skipped],
    operationId: null,
  };
}

const plain = ({ row, day, base, quote, rate }: ReadRate) => ({ row, day, base, quote, rate });
