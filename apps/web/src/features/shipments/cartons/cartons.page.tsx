import { type Carton, createCarton, getCartonSummary, listCartons } from '@quayside/contracts/shipments/cartons';
import { CARTON_EXPORT, exportCartons } from '@quayside/contracts/exports';
import { IconBox, IconPlus, IconRuler2 } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { GridPage } from '../../../components/data-grid/grid-page.tsx';
import { useOpenRow } from '../../../components/data-grid/use-open-row.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { shipmentTabs } from '../../../components/record/shipment-tabs.ts';
import { cartonColumns, cartonFilters } from './carton-columns.tsx';
import { CartonDialog } from './carton-dialog.tsx';
import { CartonPanel, CartonPreview } from './carton-panel.tsx';
import { CartonStats } from './carton-stats.tsx';
import { CartonTypesDialog } from './types/carton-types-dialog.tsx';
import { measuredEdit } from './measured-edit.ts';
import { useCartonEditing } from './use-carton-editing.ts';

/** The list of carton rows. Each row is a number of identical cartons. */
export function CartonsPage() {
  const t = useT();
  const columns = useMemo(() => cartonColumns(t, measuredEdit(t)), [t]);
  const filters = useMemo(() => cartonFilters(t), [t]);
  const editing = useCartonEditing();
  const mayCreate = usePermission(createCarton);
  const [dialog, setDialog] = useState<'create' | 'types'>();
  const { openId, rowHref, close } = useOpenRow<Carton>('carton', paths.cartons(), rowId);
  const preview = useCallback((row: Carton) => ({ title: row.number, body: <CartonPreview cartonId={row.id} /> }), []);
  const actions = (
    <>
      <ActionButton icon={IconRuler2} onClick={() => setDialog('types')}>
        {t('shipments:types.title')}
      </ActionButton>
      {mayCreate.allowed && (
        <ActionButton variant="filled" icon={IconPlus} permission={mayCreate} onClick={() => setDialog('create')}>
          {t('shipments:cartons.create')}
        </ActionButton>
      )}
    </>
  );
  const closeDialog = () => setDialog(undefined);
  return (
    <GridPage
      id="cartons"
      title={t('shipments:cartons.title')}
      tabs={shipmentTabs(t)}
      count={({ isCapped, ...words }) =>
        t(isCapped ? 'shipments:cartons.countCapped' : 'shipments:cartons.count', words)
      }
      actions={actions}
      above={<CartonStats />}
      topic="cartons"
      endpoint={listCartons}
      totalsEndpoint={getCartonSummary}
      columns={columns}
      filters={filters}
      getRowId={rowId}
      rowHref={rowHref}
      preview={preview}
      editing={editing}
      searchPlaceholder={t('shipments:cartons.search')}
      defaultSort={DEFAULT_SORT}
      views
      exports={EXPORTS}
      empty={{
        icon: IconBox,
        title: t('shipments:cartons.emptyTitle'),
        body: t('shipments:cartons.emptyBody'),
        actions: (
          <>
            <ActionButton to={paths.products()}>{t('shipments:cartons.toProducts')}</ActionButton>
            {actions}
          </>
        ),
      }}
      aside={openId !== null && <CartonPanel key={openId} cartonId={openId} onClose={close} />}
    >
      {dialog === 'create' && <CartonDialog onClose={closeDialog} />}
      {dialog === 'types' && <CartonTypesDialog onClose={closeDialog} />}
    </GridPage>
  );
}

const rowId = ({ id }: Carton) => id;
const DEFAULT_SORT = ['-number'];
const EXPORTS = {
  endpoint: exportCartons,
  columns: CARTON_EXPORT,
  as: { measuredWeight: ['measuredWeight', 'weightUnit'] },
  byId: true,
} as const;
