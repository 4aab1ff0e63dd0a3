import { createInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { Money } from '../../../../components/ui/money.tsx';
import { SimpleTable } from '../../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { Chip, StatusChip } from '../../../../components/ui/status-chip.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePermission } from '../../../../lib/session/account.ts';
import { formatCount, formatDay } from '../../../../lib/words/format.ts';
import { chip, filterQuery } from '../../../../lib/list-filter.ts';
import { paths } from '../../../../lib/paths.ts';
import { read } from '../../../../lib/api/query-client.ts';
import { usePlan } from '../editor/use-plan.ts';

const MOST_SHOWN = 50;

/** The invoices whose costs are those of this plan, such as freight and duty, and a button to add one. */
export function PlanInvoicesCard() {
  const t = useT();
  const { id, carrierContactId } = usePlan(({ record }) => record);
  const mayAdd = usePermission(createInvoice);
  const query = useQuery(
    read('invoices', listInvoices, {
      query: {
        page: 0,
        size: MOST_SHOWN,
        sort: ['date,desc'],
        ...filterQuery(chip('shipmentPlan', 'in', id), chip('archived', 'in', 'true', 'false')),
      },
    }),
  );
  const invoices = query.data?.content ?? [];
  const more = (query.data?.totalElements ?? 0) - invoices.length;
  return (
    <Card
      title={t('shipments:plans.invoices.title')}
      hint={t('shipments:plans.invoices.hint')}
      end={
        <ActionButton
          size="xs"
          icon={IconFileText}
          permission={mayAdd}
          to={paths.invoiceOfShipmentPlan(id, carrierContactId ?? undefined)}
        >
          {t('shipments:plans.invoices.add')}
        </ActionButton>
      }
      flush={invoices.length > 0}
    >
      {query.isError && !query.data ? (
        <ErrorState
          error={query.error}
          entity={t('shipments:plans.invoices.entity')}
          onRetry={() => void query.refetch()}
        />
      ) : invoices.length === 0 ? (
        <p className="quiet">{t(query.data ? 'shipments:plans.invoices.none' : 'loading')}</p>
      ) : (
        <SimpleTable
          label={t('shipments:plans.invoices.title')}
          lines="below"
          row={{ height: 34, pad: 0 }}
          cards="repeat(2, minmax(0, 1fr))"
        >
          <thead>
            <tr>
              <th scope="col">{t('shipments:plans.invoices.number')}</th>
              <th scope="col">{t('shipments:supplier')}</th>
              <th scope="col">{t('shipments:plans.invoices.date')}</th>
              <th scope="col">{t('shipments:status')}</th>
              <th scope="col" data-figure>
                {t('shipments:plans.invoices.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <td data-title>
                  <Link to={paths.invoice(invoice.id)}>
                    {invoice.invoiceNumber || t('shipments:plans.invoices.noNumber')}
                  </Link>{' '}
                  {invoice.kind === 'CREDIT_NOTE' && (
                    <Chip tone="warning">{t('shipments:plans.invoices.creditNote')}</Chip>
                  )}
                </td>
                <td data-label={t('shipments:supplier')}>{invoice.supplierContact?.companyName}</td>
                <td data-label={t('shipments:plans.invoices.date')}>{formatDay(invoice.date)}</td>
                <td data-label={t('shipments:status')}>
                  <StatusChip family="invoice" value={invoice.status} quiet />
                </td>
                <td data-figure data-label={t('shipments:plans.invoices.amount')}>
                  <Money as="code" value={invoice.totals.total.document} currency={invoice.currency} zero="figure" />
                </td>
              </tr>
            ))}
          </tbody>
          {more > 0 && (
            <tfoot>
              <tr>
                <td colSpan={5}>{t('shipments:plans.invoices.more', { count: more, formatted: formatCount(more) })}</td>
              </tr>
            </tfoot>
          )}
        </SimpleTable>
      )}
    </Card>
  );
}
