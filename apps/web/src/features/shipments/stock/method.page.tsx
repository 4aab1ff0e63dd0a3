import { Skeleton } from '@mantine/core';
import { getStockMethod, previewStockMethod } from '@quayside/contracts/stock/stock-method';
import { STOCK_METHODS, type StockMethod } from '@quayside/domain/stock/methods';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceCards, Followed } from '../../../components/ui/choice-cards.tsx';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { read } from '../../../lib/api/query-client.ts';
import { stockPath } from '../../../lib/stock-paths.ts';
import { MethodDialog } from './method-dialog.tsx';

/** The page on which both methods of valuation are explained, and an admin changes to the other one. */
export function StockMethodPage() {
  const t = useT();
  const currency = useCurrency();
  const state = useQuery(read('stock-method', getStockMethod, {}));
  const permission = usePermission(previewStockMethod);
  const [chosen, setChosen] = useState<StockMethod>();
  const change = state.data?.change;
  return (
    <PageFrame
      title={t('shipments:stock.method.title')}
      breadcrumb={[
        { label: t('shipments:stock.title'), to: stockPath() },
        { label: t('shipments:stock.method.title') },
      ]}
    >
      <p className="muted">{t('shipments:stock.method.intro', { currency })}</p>
      {state.isError && (
        <ErrorState
          error={state.error}
          record={t('shipments:stock.method.entity')}
          onRetry={() => void state.refetch()}
        />
      )}
      {state.isPending && <Skeleton height={180} radius={10} aria-label={t('loading')} />}
      {change && change.endedAt === null && (
        <Followed
          title={t('shipments:stock.method.following')}
          done={change.done}
          count={change.products}
          words={(shown) => t('shipments:stock.method.followed', shown)}
        />
      )}
      {state.data && (
        <ChoiceCards
          choices={STOCK_METHODS.map((method) => ({
            id: method,
            name: t(`shipments:stock.method.names.${method}`),
            what: t(`shipments:stock.method.${method}.what`),
            note: t(`shipments:stock.method.${method}.note`),
            preview: t(`shipments:stock.method.${method}.preview`),
          }))}
          used={state.data.method}
          usedLabel={t('shipments:stock.method.inUse')}
          permission={permission}
          onChoose={setChosen}
        />
      )}
      {chosen && <MethodDialog method={chosen} onClose={() => setChosen(undefined)} />}
    </PageFrame>
  );
}
