import { exportFreightRates, FREIGHT_RATE_EXPORT } from '@quayside/contracts/exports';
import {
  createFreightRate,
  type FreightRate,
  freightRateTotals,
  getFreightRate,
  listFreightRates,
  pasteFreightRates,
  uploadFreightRates,
} from '@quayside/contracts/freight/freight-rates';
import { IconContainer, IconPlus, IconShip, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { type ImportedRates, ImportRatesDialog } from '../import/import-rates-dialog.tsx';
import { ContainerSizesDialog } from './container-sizes-dialog.tsx';
import { rateColumns, rateFilters } from './rate-columns.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { RatePanel } from './rate-panel.tsx';

type Open = 'add' | 'import' | 'containers' | { readonly edit: FreightRate };

/** The list of what forwarders charge. */
export function FreightRatesPage() {
  const t = useT();
  const [dialog, setDialog] = useState<Open>();
  const mayCreate = usePermission(createFreightRate);
  const columns = useMemo(() => rateColumns(t), [t]);
  const filters = useMemo(() => rateFilters(t), [t]);
  const { openId, rowHref, close } = useOpenRow<FreightRate>('rate', paths.freightRates(), rowId);
  const closeDialog = () => setDialog(undefined);
  const actions = (
    <>
      <ActionButton icon={IconContainer} onClick={() => setDialog('containers')}>
        {t('freight:rates.containers')}
      </ActionButton>
      {mayCreate.allowed && (
        <>
          <ActionButton icon={IconUpload} onClick={() => setDialog('import')}>
            {t('freight:rates.import')}
          </ActionButton>
          <ActionButton variant="filled" icon={IconPlus} onClick={() => setDialog('add')}>
            {t('freight:rates.add')}
          </ActionButton>
        </>
      )}
    </>
  );
  return (
    <GridPage
      id="freightRates"
      title={t('freight:rates.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'freight:rates.countCapped' : 'freight:rates.count', words)}
      actions={actions}
      topic="freight-rates"
      endpoint={listFreightRates}
      totalsEndpoint={freightRateTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('freight:rates.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      empty={{ icon: IconShip, title: t('freight:rates.emptyTitle'), body: t('freight:rates.emptyBody') }}
      aside={
        openId !== null && (
          <OpenRate key={openId} rateId={openId} onEdit={(edit) => setDialog({ edit })} onClose={close} />
        )
      }
    >
      {dialog === 'add' && <RateDialog onClose={closeDialog} />}
      {typeof dialog === 'object' && <RateDialog rate={dialog.edit} onClose={closeDialog} />}
      {dialog === 'containers' && <ContainerSizesDialog onClose={closeDialog} />}
      {dialog === 'import' && <ImportRatesDialog of={imported(t)} permission={mayCreate} onClose={closeDialog} />}
    </GridPage>
  );
}

/** The panel of a rate, which may be archived and so not in the list. */
function OpenRate({
  rateId,
  onEdit,
  onClose,
}: {
  rateId: string;
  onEdit: (rate: FreightRate) => void;
  onClose: () => void;
}) {
  const { data } = useQuery(read('freight-rates', getFreightRate, { params: { id: rateId } }));
  return data ? <RatePanel rate={data} onEdit={() => onEdit(data)} onClose={onClose} /> : null;
}

const imported = (t: T): ImportedRates => ({
  topic: 'freight-rates',
  title: t('freight:rates.import'),
  entity: t('freight:rates.entity'),
  hint: t('freight:importing.ratesHint'),
  send: (source, query, options) =>
    'file' in source
      ? call(uploadFreightRates, { file: source.file, query, ...options })
      : call(pasteFreightRates, { body: { text: source.text }, query, ...options }),
});

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['name'];
const EXPORTS = {
  endpoint: exportFreightRates,
  columns: FREIGHT_RATE_EXPORT,
  as: {
    route: ['fromCountry', 'toCountry'],
    price: ['currency', 'breaks'],
    valid: ['validFrom', 'validTo'],
    plans: ['planCount'],
  },
  byId: true,
} as const;
