import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay, formatMoney, formatQuantity, formatUnitCost } from '../../../lib/words/format.ts';
import { targetName } from '../../../lib/words/order-name.ts';
import { rateWords, shownRate } from '../../../lib/words/shown-rate.ts';
import { GOODS_DAYS, type Pairing } from '../editor/header-draft.ts';
import { CELLS } from '../editor/line-draft.ts';

type Row = Readonly<Record<string, unknown>>;
/** The currencies in which the amounts and the rate of an invoice are shown. */
interface Currencies {
  readonly currency: string;
  readonly accountCurrency: string;
}

const PLAIN = /^-?\d+(\.\d+)?$/;
/** A figure as the invoice shows it. A typed text that is no figure yet stays as it is. */
const figure = (format: (value: string) => string) => (value: unknown) =>
  PLAIN.test(String(value)) ? format(String(value)) : String(value);

/** The header fields with their labels and how their values are shown. */
export function headerFields(
  t: T,
  suppliers: ReadonlyMap<string, string>,
  { currency, accountCurrency }: Currencies,
): ConflictField[] {
  const day = (value: unknown) => formatDay(String(value));
  return [
    {
      name: 'supplierId',
      label: t('invoices:supplier'),
      stored: (row) => (row['supplierContact'] as { id: string } | null)?.id,
      format: (value) => suppliers.get(String(value)) ?? String(value),
    },
    { name: 'invoiceNumber', label: t('invoices:number') },
    { name: 'date', label: t('invoices:date'), format: day },
    { name: 'currency', label: t('invoices:currency') },
    {
      name: 'total',
      label: t('invoices:total'),
      format: figure((value) => formatMoney(value, currency, { as: 'code', zero: 'figure' })),
    },
    {
      name: 'rate',
      label: t('invoices:rate'),
      format: figure((value) => rateWords(shownRate(value, { document: currency, account: accountCurrency }))),
    },
    { name: 'rateDate', label: t('invoices:rateDate'), format: day },
    { name: 'type', label: t('invoices:type'), format: (value) => t(`invoices:types.${value as 'SHIPPING_ONLY'}`) },
    {
      name: 'shippingMethod',
      label: t('invoices:header.shippingMethod'),
      format: (value) => t(`shippingMethod.${value as 'AIR'}`),
    },
    { name: 'costType', label: t('invoices:header.costType'), format: (value) => t(`category.${value as 'OTHER'}`) },
    { name: 'payReferenceNumber', label: t('invoices:header.payReference') },
    { name: 'vesselVoyage', label: t('invoices:header.vesselVoyage') },
    { name: 'etd', label: t('invoices:header.etd'), format: day },
    ...GOODS_DAYS.map((name) => ({ name, label: t(`invoices:details.${name}`), format: day })),
    { name: 'tracking', label: t('invoices:header.tracking') },
    { name: 'attention', label: t('invoices:header.attention') },
    { name: 'billToCompany', label: t('invoices:header.billTo') },
    {
      name: 'pairedWith',
      label: t('invoices:header.pairedWith'),
      stored: (row) => (row['pairedWith'] as Pairing[]).map((item) => targetName(t, item)),
    },
  ];
}

const STORED: Readonly<Record<string, (row: Row) => unknown>> = {
  product: (row) => (row['product'] as { sku: string } | null)?.sku ?? null,
  price: (row) => row['unitPrice'],
  tax: (row) => row['taxAmount'],
};
/** The cells of a line with their labels and how their values are shown. */
export function lineFields(t: T, { currency }: Currencies): ConflictField[] {
  const money = figure((value) => formatMoney(value, currency, { as: 'bare', zero: 'figure' }));
  const formats: Readonly<Record<string, (value: unknown) => string>> = {
    costType: (value) => t(`category.${value as 'OTHER'}`),
    quantity: figure((value) => formatQuantity(value, 'figure')),
    price: figure((value) => formatUnitCost(value)),
    amount: money,
    tax: money,
  };
  return CELLS.map((name) => ({
    name,
    label: t(`invoices:lines.${name}`),
    ...(STORED[name] ? { stored: STORED[name] } : {}),
    ...(formats[name] ? { format: formats[name] } : {}),
  }));
}
