import {
  type BankFee,
  type BankFeePreview,
  type bankFeeTotals as totalsSpec,
  type createBankFeeInvoice as createSpec,
  type listBankFees as listSpec,
  MAX_FEES,
  type previewBankFeeInvoice as previewSpec,
} from '@quayside/contracts/payments/bank-fees';
import type { BodyOut, QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount } from '@quayside/domain/money/money';
import { compareKeys } from '@quayside/domain/money/allocate';
import { sumOf } from '@quayside/domain/payables/instalments';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { bankSupplierOf, setBankSupplier } from '../../accounts/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createWithLines, moveInvoice } from '../../invoices/public.ts';
import { requireSupplier, suppliersByIds } from '../../suppliers/public.ts';
import { payByFees } from './bank-fee-payments.service.ts';
import { findFeeInvoice } from '../rows/bank-fees.queries.ts';
import { type FeeRow, findFees, findGoods, freeNumber, type Goods, listFeeRows, sumFees } from './bank-fees.views.ts';

type Choice = BodyOut<typeof previewSpec>;

/** One page of the bank fees of which no invoice was made. */
export async function listBankFees(w: Work, q: QueryOut<typeof listSpec>) {
  const { rows, count, window } = await listFeeRows(w, q);
  return envelope(
    rows.map((row) => toFee(w, row)),
    count,
    window,
  );
}

/** The exact number and the sums of the bank fees that match a filter. */
export async function bankFeeTotals(w: Work, q: QueryOut<typeof totalsSpec>): Promise<ResponseOf<typeof totalsSpec>> {
  const sums = await sumFees(w, q);
  const ready = sums.filter((one) => !one.is_waiting);
  const sumsOf = (rows: typeof sums) => ({
    count: Number(sumOf(rows.map(({ count }) => count))),
    fees: formatAmount(sumOf(rows.map((one) => one.fee_minor)), w.scope.currency),
  });
  return {
    ...sumsOf(sums),
    ready: sumsOf(ready),
    waiting: sumsOf(sums.filter((one) => one.is_waiting)),
    accountCurrency: w.scope.currency,
    months: ready.map((one) => ({ month: one.month, ...sumsOf([one]) })),
  };
}

/** The lines that an invoice of bank fees would have. Nothing is stored. */
export async function previewFeeInvoice(w: Work, choice: Choice): Promise<BankFeePreview> {
  const lines = await chosenLines(w, choice);
  const bankId = await bankSupplierOf(w);
  const bank = bankId === null ? undefined : (await suppliersByIds(w, [bankId])).get(bankId);
  return {
    supplier: bank ? supplierRef(bank) : null,
    date: lines.length === 0 ? null : newestDay(lines),
    currency: w.scope.currency,
    total: formatAmount(totalOf(lines), w.scope.currency),
    lines: lines.map(({ id, number, fees, goods }) => ({
      invoice: { id, number },
      supplier: fees[0] ? refOfRow(fees[0]) : null,
      amount: formatAmount(feesSum(fees), w.scope.currency),
      goods: goods === undefined ? 'NONE' : goods.isOwn ? 'INVOICE' : 'LINES',
      goodsCount: goods?.scope.length ?? 0,
      fees: fees.map((fee) => toFee(w, fee)),
    })),
  };
}

/**
 * Makes an invoice of bank fees: one line for each paid invoice, over its goods. It is confirmed, and counts as paid by
 * what the bank debited already.
 */
export async function createFeeInvoice(
  w: Work,
  { supplierId, invoiceNumber, ...choice }: BodyOut<typeof createSpec>,
): Promise<ResponseOf<typeof createSpec>> {
  await lockCosts(w);
  const lines = await chosenLines(w, choice);
  if (lines.length === 0) throw new AppError('payments.no_fees');
  const bankId = supplierId ?? (await bankSupplierOf(w));
  if (bankId === null) throw fieldError('supplierId', say('choose.supplier'));
  const bank = await requireSupplier(w, bankId);
  await setBankSupplier(w, bank.id);
  const { currency } = w.scope;
  const totalMinor = totalOf(lines);
  const date = newestDay(lines);
  const number = invoiceNumber ?? (await freeNumber(w, bank.id, `BANK-FEES-${date}`));
  const id = await createWithLines(
    w,
    {
      supplierId: bank.id,
      invoiceNumber: number,
      date,
      currency,
      total: formatAmount(totalMinor, currency),
      costType: 'BANK_FEES',
    },
    lines.map((line) => ({
      name: wordsOf(say('payments.fee_line', { number: line.number }), w.scope.language),
      costType: 'BANK_FEES',
      basis: 'VALUE',
      quantity: '1',
      amount: formatAmount(feesSum(line.fees), currency),
      ...(line.goods && { scope: scopeOf(line.goods) }),
    })),
  );
  await payByFees(
    w,
    id,
    lines.flatMap(({ fees }) => fees).toSorted((a, b) => compareKeys(a.day, b.day) || Number(a.rank - b.rank)),
  );
  await moveInvoice(w, id, 'CONFIRM', undefined);
  return {
    invoice: { id, number },
    supplier: supplierRef(bank),
    currency,
    total: formatAmount(totalMinor, currency),
    lineCount: lines.length,
  };
}

/** The fees that go over the goods of one invoice. */
interface FeeLine {
  readonly id: string;
  readonly number: string;
  readonly fees: readonly FeeRow[];
  readonly goods: Goods | undefined;
}

/** The chosen fees by the invoice over whose goods they go, by number. Fees that wait are left out unless chosen. */
async function chosenLines(w: Work, choice: Choice): Promise<FeeLine[]> {
  const found = await findFees(w, choice);
  if (choice.feeIds) await refuseOthers(w, choice.feeIds, found, choice.months !== undefined);
  const ready = found.flatMap((fee) =>
    fee.goods_id === null || fee.goods_number === null ? [] : [{ id: fee.goods_id, number: fee.goods_number, fee }],
  );
  if (ready.length > MAX_FEES) throw fieldError('months', say('payments.too_many_fees', { max: MAX_FEES }));
  const groups = [...Map.groupBy(ready, ({ id }) => id)];
  const goods = await findGoods(
    w,
    groups.map(([id]) => id),
  );
  return groups
    .map(([id, own]) => ({
      id,
      number: own[0]?.number ?? '',
      fees: own.map(({ fee }) => fee),
      goods: goods.get(id),
    }))
    .toSorted((a, b) => compareKeys(a.number, b.number) || compareKeys(a.id, b.id));
}

/** Refuses fees that were chosen one by one and cannot be in the invoice. */
async function refuseOthers(
  w: Work,
  feeIds: readonly string[],
  found: readonly FeeRow[],
  isNarrowed: boolean,
): Promise<void> {
  const byId = new Map(found.map((fee) => [fee.id, fee]));
  const missing = feeIds.findIndex((id) => !byId.has(id));
  if (missing >= 0 && !isNarrowed) {
    const invoice = await findFeeInvoice(w, feeIds);
    if (invoice)
      throw new AppError('payments.fee_invoiced', {
        message: say('payments.fees_taken', { number: invoice.number }),
        uses: [{ type: 'INVOICE', id: invoice.id, label: invoice.number }],
      });
    throw fieldError(`feeIds.${missing}`, say('payments.choose_fee'));
  }
  const waiting = feeIds.findIndex((id) => byId.get(id)?.goods_id === null);
  if (waiting >= 0) throw fieldError(`feeIds.${waiting}`, say('payments.fee_waits'));
}

/** The orders of an invoice follow it; what the lines of another one go over is named one by one. */
const scopeOf = ({ isOwn, invoiceId, scope }: Goods) =>
  isOwn ? [{ type: 'INVOICE' as const, id: invoiceId }] : scope.map(({ type, id }) => ({ type, id }));

const feesSum = (fees: readonly FeeRow[]): bigint => sumOf(fees.map((fee) => fee.fee_minor));
const totalOf = (lines: readonly FeeLine[]): bigint => sumOf(lines.map(({ fees }) => feesSum(fees)));
const newestDay = (lines: readonly FeeLine[]): string =>
  lines.flatMap(({ fees }) => fees.map(({ day }) => day)).reduce((a, b) => (a > b ? a : b));

const supplierRef = ({ id, companyName, localName }: BankFee['supplier']) => ({ id, companyName, localName });
const refOfRow = (row: FeeRow): BankFee['supplier'] => ({
  id: row.supplier_id,
  companyName: row.company_name,
  localName: row.local_name,
});

const refOrNull = (id: string | null, number: string | null) =>
  id === null || number === null ? null : { id, number };

const toFee = (w: Work, row: FeeRow): BankFee => ({
  id: row.id,
  day: row.day,
  fee: formatAmount(row.fee_minor, w.scope.currency),
  supplier: refOfRow(row),
  paymentId: row.payment_id,
  invoice: refOrNull(row.invoice_id, row.invoice_number),
  purchaseOrder: refOrNull(row.purchase_order_id, row.po_number),
  position: row.position,
  goodsOf: refOrNull(row.goods_id, row.goods_number),
  isWaiting: row.goods_id === null,
});
