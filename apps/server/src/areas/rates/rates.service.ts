import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  createExchangeRate as createSpec,
  ExchangeRate,
  patchExchangeRate as patchSpec,
  RateProposal,
} from '@quayside/contracts/rates/exchange-rates';
import { isCurrency } from '@quayside/domain/money/currencies';
import { proposeRate } from '@quayside/domain/money/rates';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, type FieldProblem, notFound } from '../../http/errors.ts';
import { createOperation } from '../undo/public.ts';
import { deleteRate, findRateOf, lockRate, type RateRow, saveRate, storeRates } from './rates.queries.ts';
import { DELETE_OPERATION, labelOf } from './rates.undo.ts';
import { listCandidates, toRates } from './rates.views.ts';

/**
 * The most recent rate of a pair that is not later than a day; null when none is known. With
 * `checkedInvoiceId`, the rate of that invoice is left out, and those of invoices that nobody has confirmed: it is held
 * against what is known.
 */
export async function findProposal(
  w: Work,
  wanted: { readonly from: string; readonly to: string; readonly on: string; readonly checkedInvoiceId?: string },
): Promise<RateProposal | null> {
  const found = proposeRate(wanted, await listCandidates(w, wanted));
  if (!found) return null;
  return {
    rate: found.rate.text,
    day: found.day,
    ageDays: found.ageDays,
    origin: found.origin,
    parts: found.parts.map(({ day, base, quote, rate }) => ({ day, base, quote, rate })),
    invoice: found.parts[0]?.invoice ?? null,
  };
}

/** Stores a typed rate. It replaces an imported one of the pair and day, but no typed one. */
export async function createRate(w: Work, body: BodyOut<typeof createSpec>): Promise<ExchangeRate> {
  checkPair(body);
  const before = await findRateOf(w, body);
  const [stored] = await storeRates(w, [body], 'TYPED', ['PASTED', 'FILE', 'ECB']);
  if (!stored) throw new AppError('rates.exists');
  const { id } = stored;
  await record(
    w,
    {
      action: before ? 'exchange-rate.changed' : 'exchange-rate.created',
      subjectIds: [id],
      details: { name: labelOf(body), changes: [{ field: 'rate', from: before?.rate ?? null, to: body.rate }] },
    },
    changed('exchange-rates', [id]),
  );
  return getRate(w, id);
}

/** Corrects a rate. An imported one becomes a typed one, so that no import replaces the correction. */
export async function patchRate(w: Work, id: string, body: BodyOut<typeof patchSpec>): Promise<ExchangeRate> {
  const row = await lockCurrent(w, id, body.version);
  if (row.rate === body.rate && row.origin === 'TYPED') return getRate(w, id);
  await saveRate(w, id, body.rate);
  await record(
    w,
    {
      action: 'exchange-rate.changed',
      subjectIds: [id],
      details: { name: labelOf(row), changes: [{ field: 'rate', from: row.rate, to: body.rate }] },
    },
    changed('exchange-rates', [id], row.version + 1),
  );
  return getRate(w, id);
}

/** Deletes a rate. Invoices keep the rates that were accepted. Returns the operation that restores it. */
export async function removeRate(
  w: Work,
  id: string,
  version: number | undefined,
): Promise<{ readonly operationId: string }> {
  const row = await lockCurrent(w, id, version);
  await deleteRate(w, id);
  const operationId = await createOperation(w, DELETE_OPERATION, row);
  await record(
    w,
    {
      action: 'exchange-rate.deleted',
      subjectIds: [id],
      details: { name: labelOf(row), changes: [{ field: 'rate', from: row.rate, to: null }] },
    },
    changed('exchange-rates', [id]),
  );
  return { operationId };
}

async function getRate(w: Work, id: string): Promise<ExchangeRate> {
  const row = await lockRate(w, id);
  const [rate] = row ? await toRates(w, [row]) : [];
  if (!rate) throw notFound();
  return rate;
}

async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<RateRow> {
  const row = await lockRate(w, id);
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getRate(w, id) });
  return row;
}

function checkPair({ base, quote }: { readonly base: string; readonly quote: string }): void {
  const errors: FieldProblem[] = [];
  if (!isCurrency(base)) errors.push({ field: 'base', message: say('choose.currency') });
  if (!isCurrency(quote)) errors.push({ field: 'quote', message: say('choose.currency') });
  else if (base === quote) errors.push({ field: 'quote', message: say('rates.same_currency') });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}
