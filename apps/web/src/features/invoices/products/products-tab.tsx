import { listCosts } from '@quayside/contracts/costs/costs';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { ALL_ROWS, type FilterChip } from '@quayside/contracts/paging';
import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatQuantity, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { useEdited } from '../editor/use-editor.ts';
import { productShares, shareTotals } from './product-shares.ts';
import classes from './products.module.css';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';

/**
 * The tab with the products of an invoice. For each product, it shows the units, the factory amount, and the amount
 * that the other lines add.
 */
export function ProductsTab({ lines }: Pick<InvoiceWithLines, 'lines'>) {
  const t = useT();
  const { id, invoiceNumber, currency } = useEdited((state) => state.record);
  const entries = useEntriesOf(id);
  const shares = productShares(lines, entries.data ?? [], currency);
  const totals = shareTotals(shares, currency);
  if (entries.isError)
    return (
      <ErrorState
        error={entries.error}
        entity={t('invoices:tabs.products').toLowerCase()}
        onRetry={() => void entries.refetch()}
      />
    );
  if (shares.length === 0)
    return (
      <Card flush>
        <EmptyState icon={IconPackage} title={t('invoices:products.emptyTitle')}>
          {t('invoices:products.emptyBody')}
        </EmptyState>
      </Card>
    );
  return (
    <Card title={t('invoices:products.title')} hint={t('invoices:products.hint', { currency })} flush>
      <ScrollRegion className={classes.scroll} label={t('invoices:products.label', { number: invoiceNumber })}>
        <SimpleTable
          className={classes.table}
          label={t('invoices:products.label', { number: invoiceNumber })}
          row={{ height: 38, pad: 4 }}
          cards="repeat(3, minmax(0, 1fr))"
          isBusy={entries.isPending}
        >
          <thead>
            <tr>
              <th scope="col">{t('invoices:lines.product')}</th>
              <th scope="col">{t('invoices:lines.name')}</th>
              <th scope="col" data-figure>
                {t('invoices:lines.quantity')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:products.factory')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:products.spread')}
              </th>
              <th scope="col">{t('invoices:products.order')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('invoices:products.costs')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ product, quantity, factory, spread, orders }) => (
              <tr key={product.id}>
                <td data-title>
                  <Link to={paths.product(product.sku)}>{product.sku}</Link>
                </td>
                <td lang={langOf(product.name)} data-wide>
                  {product.name}
                </td>
                <td data-figure data-label={t('invoices:lines.quantity')}>
                  {formatQuantity(quantity)}
                </td>
                <td data-figure data-label={t('invoices:products.factory')}>
                  <Money as="bare" value={factory} currency={currency} strong />
                </td>
                <td data-figure data-label={t('invoices:products.spread')}>
                  <Money as="bare" value={spread} currency={currency} />
                </td>
                <td data-wide data-label={t('invoices:products.order')}>
                  {orders.map((order) => orderName(t, order)).join('; ') || EN_DASH}
                </td>
                <td data-wide>
                  <Link to={paths.product(product.sku, 'costs')}>{t('invoices:products.costs')}</Link>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td data-title>{t('invoices:products.total', { count: shares.length })}</td>
              <td data-empty />
              <td />
              <td data-figure data-label={t('invoices:products.factory')}>
                <Money as="bare" value={totals.factory} currency={currency} strong />
              </td>
              <td data-figure data-label={t('invoices:products.spread')}>
                <Money as="bare" value={totals.spread} currency={currency} strong />
              </td>
              <td data-empty />
              <td data-empty />
            </tr>
          </tfoot>
        </SimpleTable>
      </ScrollRegion>
    </Card>
  );
}

/** Loads the stored shares of an invoice's lines. */
function useEntriesOf(invoiceId: string) {
  const chips: FilterChip[] = [{ field: 'invoice', op: 'in', values: [invoiceId] }];
  return useQuery({
    ...read('costs', listCosts, { query: { size: ALL_ROWS, filter: JSON.stringify(chips) } }),
    select: (page) => page.content,
  });
}
