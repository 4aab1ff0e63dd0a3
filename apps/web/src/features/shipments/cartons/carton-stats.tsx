import { getCartonSummary } from '@quayside/contracts/shipments/cartons';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { chip, filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { FigureStrip } from '../figure-strip.tsx';

/** The figures above the list of carton rows: how many cartons have each status, and how many rows lack a measure. */
export function CartonStats() {
  const t = useT();
  const summary = useQuery(read('cartons', getCartonSummary, { query: {} })).data;
  return (
    <FigureStrip
      label={t('shipments:cartons.stats')}
      figures={
        summary && [
          ...SHIPMENT_STATUSES.map((status) => ({
            label: t(`shipments:state.${status}`),
            value: formatCount(summary.byStatus[status]),
            to: filteredPath(paths.cartons(), chip('status', 'in', status)),
          })),
          { label: t('shipments:cartons.withoutWeight'), value: formatCount(summary.withoutWeight) },
          { label: t('shipments:cartons.withoutVolume'), value: formatCount(summary.withoutVolume) },
        ]
      }
    />
  );
}
