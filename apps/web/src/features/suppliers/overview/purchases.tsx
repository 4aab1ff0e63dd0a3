import { Skeleton } from '@mantine/core';
import type { SupplierPurchases } from '@quayside/contracts/suppliers/suppliers';
import { IconShoppingBag } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import {
  formatDay,
  formatMoney,
  formatMonth,
  formatMonthInitial,
  formatQuantity,
  formatUnitCost,
  EN_DASH,
} from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { usePurchases } from './api.ts';
import { barsOf } from './month-bars.ts';
import classes from './purchases.module.css';

type Currency = SupplierPurchases['currencies'][number];

/** The account's purchases from a supplier: by currency, by month and by product. */
export function Purchases({ supplierId }: { supplierId: string }) {
  const t = useT();
  const purchases = usePurchases(supplierId);
  if (purchases.isError)
    return (
      <ErrorState
        error={purchases.error}
        entity={t('suppliers:purchases.entity')}
        onRetry={() => void purchases.refetch()}
      />
    );
  if (!purchases.data) return <Skeleton height={260} radius={10} aria-busy />;
  const { currencies, products } = purchases.data;
  if (currencies.length === 0)
    return (
      <Card flush>
        <EmptyState icon={IconShoppingBag} title={t('suppliers:purchases.none')}>
          {t('suppliers:purchases.noneBody')}
        </EmptyState>
      </Card>
    );
  return (
    <div className={classes.tab}>
      <div className={classes.cards}>
        {currencies.map((one) => (
          <CurrencyCard key={one.currency} one={one} />
        ))}
      </div>
      <Card
        title={t('suppliers:purchases.products')}
        hint={t('suppliers:purchases.productsHint')}
        flush={products.length > 0}
      >
        {products.length > 0 ? (
          <Products products={products} />
        ) : (
          <p className="muted">{t('suppliers:purchases.noProducts')}</p>
        )}
      </Card>
    </div>
  );
}

function CurrencyCard({ one }: { one: Currency }) {
  const t = useT();
  const { currency } = one;
  return (
    <Card
      title={currency}
      hint={
        one.firstDate &&
        one.lastDate &&
        t('suppliers:purchases.span', { first: formatDay(one.firstDate), last: formatDay(one.lastDate) })
      }
    >
      <p className={classes.net}>
        <span>{t('suppliers:purchases.net')}</span>
        <Money as="code" value={one.net} currency={currency} zero="figure" strong />
      </p>
      <KeyValues
        items={[
          {
            label: [
              t('suppliers:purchases.invoiced'),
              t('suppliers:purchases.invoices', { count: one.invoices }),
              ...(one.unconfirmed > 0 ? [t('suppliers:purchases.unconfirmed', { count: one.unconfirmed })] : []),
            ].join(', '),
            value: <Money as="code" value={one.invoiced} currency={currency} zero="figure" />,
          },
          {
            label: t('suppliers:purchases.credited'),
            value: <Money as="code" value={one.credited} currency={currency} />,
          },
        ]}
      />
      <Months one={one} />
    </Card>
  );
}

/** A bar chart of twelve months. For screen readers, the figures are available as a table. */
function Months({ one: { currency, months } }: { one: Currency }) {
  const t = useT();
  const label = t('suppliers:purchases.months', { currency });
  const { bars, below } = barsOf(months);
  return (
    <figure className={classes.months}>
      <figcaption>{label}</figcaption>
      <div className={classes.bars} aria-hidden>
        {bars.map((bar) => (
          <span
            key={bar.month}
            className={classes.slot}
            title={`${formatMonth(bar.month)}: ${formatMoney(bar.net, currency, { as: 'code', zero: 'figure' })}`}
          >
            <i className={classes.zero} style={{ bottom: `${below}%` }} />
            <i
              className={classes.bar}
              data-below={bar.isBelow || undefined}
              style={{
                height: `${bar.share}%`,
                ...(bar.isBelow ? { top: `${100 - below}%` } : { bottom: `${below}%` }),
              }}
            />
            <small>{formatMonthInitial(bar.month)}</small>
          </span>
        ))}
      </div>
      <SimpleTable className="visually-hidden" label={label}>
        <thead>
          <tr>
            <th scope="col">{t('suppliers:purchases.month')}</th>
            <th scope="col">{t('suppliers:purchases.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, net }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{formatMoney(net, currency, { as: 'code', zero: 'figure' })}</td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </figure>
  );
}

function Products({ products }: Pick<SupplierPurchases, 'products'>) {
  const t = useT();
  return (
    <ScrollRegion className={classes.scroll} label={t('suppliers:purchases.products')}>
      <SimpleTable className={classes.table} lines="below" row={{ height: 40, pad: 0 }}>
        <thead>
          <tr>
            <th scope="col">{t('suppliers:purchases.product')}</th>
            <th scope="col" data-figure>
              {t('suppliers:purchases.units')}
            </th>
            <th scope="col">{t('suppliers:purchases.currency')}</th>
            <th scope="col" data-figure>
              {t('suppliers:purchases.amount')}
            </th>
            <th scope="col" data-figure>
              {t('suppliers:purchases.lastPrice')}
            </th>
            <th scope="col" data-figure>
              {t('suppliers:purchases.lastDate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ product, currency, units, amount, lastUnitPrice, lastDate }) => (
            <tr key={`${product.id} ${currency}`}>
              <td>
                <Link to={paths.product(product.sku)}>{product.sku}</Link> <span className="muted">{product.name}</span>
              </td>
              <td data-figure>{formatQuantity(units, 'figure')}</td>
              <td>{currency}</td>
              <td data-figure>
                <Money value={amount} currency={currency} as="bare" zero="figure" />
              </td>
              <td data-figure>{formatUnitCost(lastUnitPrice)}</td>
              <td data-figure>{lastDate ? formatDay(lastDate) : EN_DASH}</td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollRegion>
  );
}
