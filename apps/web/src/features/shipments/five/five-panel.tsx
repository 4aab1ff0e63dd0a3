import { Skeleton } from '@mantine/core';
import { type FiveQuantitiesLine, listFiveQuantities } from '@quayside/contracts/stock/five-quantities';
import type { Page } from '@quayside/contracts/paging';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/words/format.ts';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { Chain } from './chain.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { lineName } from './difference-words.ts';

/** One line of the five quantities; null once it has none. */
const lineQuery = (id: string) => ({
  ...read('stock', listFiveQuantities, { query: { size: 1, ...filterQuery(chip('line', 'in', id)) } }),
  select: ({ content }: Page<FiveQuantitiesLine>): FiveQuantitiesLine | null => content[0] ?? null,
});

/** The five quantities of a line, the records that they come from, and what to do about each difference. */
export function FivePanel({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const t = useT();
  const query = useQuery(lineQuery(lineId));
  const line = query.data ?? undefined;
  return (
    <Panel
      title={line ? lineName(t, line) : t('shipments:five.title')}
      {...(line && { subtitle: `${line.sku} ${line.productName}` })}
      onClose={onClose}
    >
      {query.isError ? (
        <ErrorState error={query.error} record={t('shipments:five.entity')} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton height={240} role="status" aria-label={t('loading')} />
      ) : line ? (
        <div className="stack">
          <Chain line={line} isLarge />
          <KeyValues items={factsOf(t, line)} />
          {line.differences
            .filter(({ quantity, openQuantity, accepted }) => quantity !== 0 || openQuantity !== 0 || accepted)
            .map((difference) => (
              <DifferenceCard key={difference.difference} line={line} difference={difference} />
            ))}
        </div>
      ) : (
        <p className="muted">{t('shipments:five.gone')}</p>
      )}
    </Panel>
  );
}

type Fact = Parameters<typeof KeyValues>[0]['items'][number];

function factsOf(t: T, line: FiveQuantitiesLine): Fact[] {
  const { purchaseOrder } = line;
  const optional = (isThere: boolean, fact: Fact): Fact[] => (isThere ? [fact] : []);
  return [
    {
      label: t('shipments:product'),
      value: (
        <Link to={paths.product(line.sku)}>
          {line.sku} {line.productName}
        </Link>
      ),
    },
    ...(purchaseOrder
      ? [
          {
            label: t('shipments:orders.purchaseOrder'),
            value: <Link to={paths.purchaseOrder(purchaseOrder.id)}>{purchaseOrder.number}</Link>,
          },
        ]
      : []),
    ...optional(line.orders.length > 0, {
      label: t('shipments:five.orders'),
      value: <Links of={line.orders} to={paths.order} />,
    }),
    ...optional(line.invoices.length > 0, {
      label: t('shipments:five.invoices'),
      value: <Links of={line.invoices} to={(id) => paths.invoice(id)} />,
    }),
    ...optional(line.plans.length > 0, {
      label: t('shipments:five.plans'),
      value: <Links of={line.plans} to={paths.shipmentPlan} />,
    }),
    {
      label: t('shipments:supplier'),
      value: line.supplierId === null ? EN_DASH : <Link to={paths.supplier(line.supplierId)}>{line.supplierName}</Link>,
    },
    {
      label: t('shipments:five.tolerance'),
      value: t('shipments:five.percent', { percent: line.quantityTolerancePercent }),
    },
    ...optional(line.inTransit > 0, { label: t('shipments:five.inTransit'), value: formatCount(line.inTransit) }),
    {
      label: t('shipments:five.value', { currency: line.currency }),
      value: <Money as="bare" value={line.value} currency={line.currency} zero="figure" />,
    },
  ];
}

interface LinksProps {
  readonly of: readonly { readonly id: string; readonly number: string }[];
  readonly to: (id: string) => string;
}

const Links = ({ of, to }: LinksProps) => (
  <span className="row">
    {of.map(({ id, number }) => (
      <Link key={id} to={to(id)}>
        {number}
      </Link>
    ))}
  </span>
);
