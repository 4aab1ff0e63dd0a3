import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { Supplier, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { leadTimeOf } from '@quayside/domain/suppliers/terms';
import { IconArchive } from '@tabler/icons-react';
import { Link } from 'react-router';
import { currencyOptions } from '../../components/form/choice-fields.tsx';
import type { GridColumn, GridFilter } from '../../components/data-grid/grid-types.ts';
import { Money } from '../../components/ui/money.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { fetchCountries } from './api.ts';
import { termsInWords } from './terms/terms-words.ts';
import classes from './suppliers.module.css';

/** The URL of the list of invoices, filtered by this supplier. */
export const invoicesOf = (id: string) => `${paths.invoices()}?f.supplier.in=${encodeURIComponent(id)}`;
export const productsOf = (id: string) => `${paths.products()}?f.supplier.in=${encodeURIComponent(id)}`;

type Totals = ResponseOf<typeof supplierTotals>;

/** The columns of the supplier list. */
export function supplierColumns(
  t: T,
  countries: ReadonlyMap<string, string>,
  currency: string,
): GridColumn<Supplier, Totals>[] {
  const head = (id: keyof typeof COLUMN_WIDTHS) => ({
    id,
    header: t(`suppliers:column.${id}`),
    width: COLUMN_WIDTHS[id],
  });
  const country = ({ country: code }: Supplier) => (code === null ? null : (countries.get(code) ?? code));
  return [
    {
      ...head('companyName'),
      sort: true,
      flex: 1,
      minWidth: 290,
      link: true,
      card: 'title',
      value: nameOf,
      render: (supplier) => <SupplierName supplier={supplier} archivedWord={t('status.supplier.ARCHIVED')} />,
    },
    { ...head('country'), sort: true, card: 'subtitle', value: country },
    { ...head('currency'), sort: true },
    {
      ...head('owed'),
      sort: true,
      kind: 'number',
      card: 'figure',
      help: t('suppliers:owedHelp', { currency }),
      render: (supplier) => <Owed of={supplier} currency={currency} />,
      total: (totals) => <Owed of={totals} currency={currency} isTotal />,
    },
    {
      ...head('overdue'),
      sort: true,
      kind: 'number',
      help: t('suppliers:overdueHelp'),
      render: ({ overdue }) => <Overdue amount={overdue} currency={currency} />,
      total: ({ overdue }) => <Overdue amount={overdue} currency={currency} isTotal />,
    },
    {
      ...head('leadTime'),
      sort: true,
      kind: 'number',
      help: t('suppliers:leadTimes.hint'),
      value: leadTimeOf,
      render: (supplier) => <LeadTimeCell days={leadTimeOf(supplier)} words={(count) => t('days', { count })} />,
    },
    {
      ...head('shippingMethod'),
      hidden: true,
      value: ({ shippingMethod }) => shippingMethod && t(`shippingMethod.${shippingMethod}`),
    },
    { ...head('paymentTerms'), minWidth: 180, value: ({ paymentTerms }) => termsInWords(t, paymentTerms) || null },
    { ...head('email'), hidden: true },
    { ...head('telephone'), hidden: true },
    { ...head('city'), hidden: true },
    {
      ...head('invoiceCount'),
      sort: true,
      kind: 'number',
      render: ({ id, companyName, invoiceCount }) => (
        <CountLink
          to={invoicesOf(id)}
          count={invoiceCount}
          label={t('suppliers:invoicesOf', { count: invoiceCount, name: companyName })}
        />
      ),
    },
    {
      ...head('productCount'),
      sort: true,
      kind: 'number',
      render: ({ id, companyName, productCount }) => (
        <CountLink
          to={productsOf(id)}
          count={productCount}
          label={t('suppliers:productsOf', { count: productCount, name: companyName })}
        />
      ),
    },
    {
      ...head('updatedAt'),
      sort: true,
      hidden: true,
      kind: 'number',
      render: ({ updatedAt }) => (
        <span className={classes.muted} title={formatInstant(updatedAt)}>
          {formatRelative(updatedAt)}
        </span>
      ),
    },
  ];
}

const COLUMN_WIDTHS = {
  companyName: 340,
  country: 180,
  currency: 92,
  leadTime: 98,
  shippingMethod: 88,
  paymentTerms: 250,
  email: 200,
  telephone: 150,
  city: 130,
  invoiceCount: 88,
  productCount: 92,
  owed: 96,
  overdue: 96,
  updatedAt: 104,
} as const;
const nameOf = ({ companyName, localName, archivedAt }: Supplier) =>
  `${companyName} ${localName ?? ''}${archivedAt ? ' archived' : ''}`;

function SupplierName({
  supplier: { companyName, localName, archivedAt },
  archivedWord,
}: {
  supplier: Supplier;
  archivedWord: string;
}) {
  return (
    <>
      <span className={classes.company} lang={langOf(companyName)}>
        {companyName}
      </span>
      {localName && (
        <span className={classes.local} lang={langOf(localName)}>
          {localName}
        </span>
      )}
      {archivedAt && (
        <span className={classes.archived}>
          <Chip icon={IconArchive} quiet>
            {archivedWord}
          </Chip>
        </span>
      )}
    </>
  );
}

const LeadTimeCell = ({ days, words }: { days: number | null; words: (count: number) => string }) => (
  <span className={classes.muted}>{days === null ? EN_DASH : words(days)}</span>
);

/** What is owed, with a mark where something without a rate is not in it. */
export function Owed({
  of: { owed, owedWithoutRate },
  currency,
  isTotal = false,
}: {
  of: Pick<Supplier, 'owed' | 'owedWithoutRate'>;
  currency: string;
  isTotal?: boolean;
}) {
  const t = useT();
  const without = t('suppliers:owedWithoutRate', { count: owedWithoutRate });
  return (
    <>
      <Money value={owed} currency={currency} strong={isTotal} />
      {owedWithoutRate > 0 && (
        <span title={without}>
          <span aria-hidden> +</span>
          <span className="visually-hidden">, {without}</span>
        </span>
      )}
    </>
  );
}

const Overdue = ({ amount, currency, isTotal = false }: { amount: string; currency: string; isTotal?: boolean }) => (
  <span className={/[1-9]/.test(amount) ? classes.overdue : undefined}>
    <Money value={amount} currency={currency} strong={isTotal} />
  </span>
);

/** A count that links to the list of the counted records. */
function CountLink({ to, count, label }: { to: string; count: number; label: string }) {
  return count === 0 ? (
    EN_DASH
  ) : (
    <Link to={to} aria-label={label} tabIndex={-1}>
      {formatCount(count)}
    </Link>
  );
}

/** The filters of the supplier list. */
export function supplierFilters(t: T, currency: string): GridFilter[] {
  return [
    { field: 'country', label: t('suppliers:filter.country'), kind: 'select', options: fetchCountries },
    {
      field: 'shippingMethod',
      label: t('suppliers:filter.shippingMethod'),
      kind: 'select',
      ops: ['in', 'notIn', 'isEmpty'],
      options: SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) })),
    },
    {
      field: 'currency',
      label: t('suppliers:filter.currency'),
      kind: 'select',
      ops: ['in', 'notIn', 'isEmpty'],
      options: currencyOptions,
    },
    { field: 'owed', label: t('suppliers:filter.owed', { currency }), kind: 'range', of: 'number' },
    { field: 'overdue', label: t('suppliers:filter.overdue', { currency }), kind: 'range', of: 'number' },
    {
      field: 'archived',
      label: t('suppliers:filter.archived'),
      kind: 'select',
      ops: ['in'],
      options: (['false', 'true'] as const).map((value) => ({ value, label: t(`suppliers:archivedOptions.${value}`) })),
    },
  ];
}
