import { Skeleton } from '@mantine/core';
import { decideMissing, type Missing } from '@quayside/contracts/stock/missing';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { KeyValues } from '../../../components/ui/card.tsx';
import { CopyButton } from '../../../components/ui/figures.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { EN_DASH, formatCount, formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { DecideForm } from './decide-form.tsx';
import { missingOf } from './missing-query.ts';
import classes from './receiving.module.css';

/** What is missing of a pack list: what it is worth, who is asked with which papers, and the decision. */
export function MissingPanel({ packListId, onClose }: { packListId: string; onClose: () => void }) {
  const t = useT();
  const missing = useQuery(missingOf(packListId));
  const row = missing.data ?? undefined;
  return (
    <Panel
      title={row?.packListNumber ?? t('shipments:receiving.missing.title')}
      {...(row && { subtitle: `${row.sku} ${row.productName}` })}
      onClose={onClose}
    >
      {missing.isError ? (
        <ErrorState
          error={missing.error}
          entity={t('shipments:receiving.missing.entity')}
          onRetry={() => void missing.refetch()}
        />
      ) : missing.data === undefined ? (
        <Skeleton height={240} role="status" aria-label={t('loading')} />
      ) : row ? (
        <Inside row={row} onDone={onClose} />
      ) : (
        <p className="muted">{t('shipments:receiving.missing.gone')}</p>
      )}
    </Panel>
  );
}

function Inside({ row, onDone }: { row: Missing; onDone: () => void }) {
  const t = useT();
  const permission = usePermission(decideMissing);
  return (
    <div className="stack">
      <KeyValues items={factsOf(t, row)} />
      {permission.allowed && row.can.decide.allowed && <DecideForm missing={row} onDone={onDone} />}
      <h3 className="item-title">
        {t('shipments:receiving.missing.claim')}{' '}
        <CopyButton value={row.claim} label={t('shipments:receiving.missing.claim')} />
      </h3>
      <pre className={classes.claim}>{row.claim}</pre>
    </div>
  );
}

function factsOf(t: ReturnType<typeof useT>, row: Missing) {
  const papers = row.papers.map(({ paper, reference }) =>
    [t(`shipments:receiving.missing.paper.${paper}`), reference].filter(Boolean).join(' '),
  );
  return [
    { label: t('shipments:receiving.missing.missing'), value: formatCount(row.missingQuantity) },
    { label: t('shipments:receiving.missing.shipped'), value: formatCount(row.quantity) },
    { label: t('shipments:receiving.missing.received'), value: formatCount(row.receivedQuantity) },
    {
      label: t('shipments:receiving.missing.value', { currency: row.currency }),
      value: <Money as="bare" value={row.value} currency={row.currency} zero="figure" />,
    },
    {
      label: t('shipments:plan'),
      value: <Link to={paths.shipmentPlan(row.shipmentPlanId)}>{row.shipmentPlanNumber}</Link>,
    },
    { label: t('shipments:orders.order'), value: <Link to={paths.order(row.orderId)}>{row.orderNumber}</Link> },
    {
      label: t('shipments:receiving.missing.debtor'),
      value: row.debtorName ?? t(`shipments:receiving.missing.who.${row.debtor}`),
    },
    {
      label: t('shipments:receiving.missing.deadline'),
      value:
        row.deadline === null ? (
          t('shipments:receiving.missing.noDeadline')
        ) : (
          <span title={t('shipments:receiving.missing.source', { source: row.deadlineSource ?? EN_DASH })}>
            {formatDay(row.deadline)}
          </span>
        ),
    },
    { label: t('shipments:receiving.missing.papers'), value: papers.join(', ') },
  ];
}
