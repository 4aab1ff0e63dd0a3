import {
  createExchangeRate,
  type ExchangeRate,
  exchangeRateTotals,
  listExchangeRates,
  uploadExchangeRates,
} from '@quayside/contracts/rates/exchange-rates';
import { exportExchangeRates, RATE_EXPORT } from '@quayside/contracts/exports';
import { IconArrowsExchange, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { GridPage } from '../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { AddRateDialog } from './add-rate-dialog.tsx';
import { ImportRatesDialog } from './import/import-rates-dialog.tsx';
import { rateColumns, rateFilters } from './rate-columns.tsx';
import { RatePanel } from './rate-panel.tsx';

/** The page with the account's exchange rates by day. */
export function RatesPage() {
  const t = useT();
  const [dialog, setDialog] = useState<'add' | 'import'>();
  const canAdd = usePermission(createExchangeRate);
  const canImport = usePermission(uploadExchangeRates);
  const columns = useMemo(() => rateColumns(t), [t]);
  const filters = useMemo(() => rateFilters(t), [t]);
  const { open, rowHref, onRows, close } = useOpenRow<ExchangeRate>('rate', paths.exchangeRates(), rowId);
  const closeDialog = () => setDialog(undefined);
  const policy = (
    <ActionButton icon={IconArrowsExchange} to={paths.exchangePolicy()}>
      {t('payments:policy.title')}
    </ActionButton>
  );
  // A viewer reads the rates, so the page offers a viewer no buttons that change them.
  const actions = canAdd.allowed ? (
    <>
      {policy}
      <ActionButton icon={IconUpload} permission={canImport} onClick={() => setDialog('import')}>
        {t('rates:import')}
      </ActionButton>
      <ActionButton variant="filled" icon={IconPlus} permission={canAdd} onClick={() => setDialog('add')}>
        {t('rates:add')}
      </ActionButton>
    </>
  ) : (
    policy
  );
  return (
    <GridPage
      id="costs"
      storageKey="exchange-rates"
      title={t('rates:title')}
      count={({ isCapped, ...words }) => t(isCapped ? 'rates:countCapped' : 'rates:count', words)}
      actions={actions}
      topic="exchange-rates"
      endpoint={listExchangeRates}
      totalsEndpoint={exchangeRateTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('rates:search')}
      defaultSort={DEFAULT_SORT}
      onRows={onRows}
      exports={EXPORTS}
      footnote={t('rates:footnote')}
      empty={{ icon: IconArrowsExchange, title: t('rates:emptyTitle'), body: t('rates:emptyBody') }}
      aside={open && <RatePanel key={`${open.id} ${open.version}`} rate={open} onClose={close} />}
    >
      {dialog === 'add' && <AddRateDialog onClose={closeDialog} />}
      {dialog === 'import' && <ImportRatesDialog onClose={closeDialog} />}
    </GridPage>
  );
}

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['-day'];
const EXPORTS = {
  endpoint: exportExchangeRates,
  columns: RATE_EXPORT,
  as: { pair: ['base', 'quote'] },
};
