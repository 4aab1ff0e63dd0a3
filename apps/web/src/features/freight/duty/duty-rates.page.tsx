import {
  createDutyRate,
  type DutyRate,
  dutyRateTotals,
  getDutyRate,
  listDutyRates,
  pasteDutyRates,
  uploadDutyRates,
} from '@quayside/contracts/freight/duty-rates';
import { DUTY_RATE_EXPORT, exportDutyRates } from '@quayside/contracts/exports';
import { IconBuildingBank, IconPercentage, IconPlus, IconUpload } from '@tabler/icons-react';
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
import { DestinationsDialog } from './destinations-dialog.tsx';
import { dutyColumns, dutyFilters } from './duty-columns.tsx';
import { DutyDialog } from './duty-dialog.tsx';
import { DutyPanel } from './duty-panel.tsx';

type Open = 'add' | 'import' | 'destinations' | { readonly edit: DutyRate };

/** The list of duty rates by product or HS code and destination. */
export function DutyRatesPage() {
  const t = useT();
  const [dialog, setDialog] = useState<Open>();
  const mayCreate = usePermission(createDutyRate);
  const columns = useMemo(() => dutyColumns(t), [t]);
  const filters = useMemo(() => dutyFilters(t), [t]);
  const { openId, rowHref, close } = useOpenRow<DutyRate>('duty', paths.dutyRates(), rowId);
  const closeDialog = () => setDialog(undefined);
  const actions = (
    <>
      <ActionButton icon={IconBuildingBank} onClick={() => setDialog('destinations')}>
        {t('freight:duty.destinations')}
      </ActionButton>
      {mayCreate.allowed && (
        <>
          <ActionButton icon={IconUpload} onClick={() => setDialog('import')}>
            {t('freight:duty.import')}
          </ActionButton>
          <ActionButton variant="filled" icon={IconPlus} onClick={() => setDialog('add')}>
            {t('freight:duty.add')}
          </ActionButton>
        </>
      )}
    </>
  );
  return (
    <GridPage
      id="dutyRates"
      title={t('freight:duty.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) => t(isCapped ? 'freight:duty.countCapped' : 'freight:duty.count', words)}
      actions={actions}
      topic="duty-rates"
      endpoint={listDutyRates}
      totalsEndpoint={dutyRateTotals}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      searchPlaceholder={t('freight:duty.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      footnote={t('freight:duty.footnote')}
      empty={{ icon: IconPercentage, title: t('freight:duty.emptyTitle'), body: t('freight:duty.emptyBody') }}
      aside={
        openId !== null && (
          <OpenDuty key={openId} rateId={openId} onEdit={(edit) => setDialog({ edit })} onClose={close} />
        )
      }
    >
      {dialog === 'add' && <DutyDialog onClose={closeDialog} />}
      {typeof dialog === 'object' && <DutyDialog rate={dialog.edit} onClose={closeDialog} />}
      {dialog === 'destinations' && <DestinationsDialog onClose={closeDialog} />}
      {dialog === 'import' && <ImportRatesDialog of={imported(t)} permission={mayCreate} onClose={closeDialog} />}
    </GridPage>
  );
}

function OpenDuty({
  rateId,
  onEdit,
  onClose,
}: {
  rateId: string;
  onEdit: (rate: DutyRate) => void;
  onClose: () => void;
}) {
  const { data } = useQuery(read('duty-rates', getDutyRate, { params: { id: rateId } }));
  return data ? <DutyPanel rate={data} onEdit={() => onEdit(data)} onClose={onClose} /> : null;
}

const imported = (t: T): ImportedRates => ({
  topic: 'duty-rates',
  title: t('freight:duty.import'),
  entity: t('freight:duty.entity'),
  hint: t('freight:importing.dutyHint'),
  send: (source, query, options) =>
    'file' in source
      ? call(uploadDutyRates, { file: source.file, query, ...options })
      : call(pasteDutyRates, { body: { text: source.text }, query, ...options }),
});

const rowId = ({ id }: { id: string }) => id;
const DEFAULT_SORT = ['of', 'country'];
const EXPORTS = {
  endpoint: exportDutyRates,
  columns: DUTY_RATE_EXPORT,
  as: { of: ['sku', 'product', 'hsCode'], valid: ['validFrom', 'validTo'] },
  byId: true,
} as const;
