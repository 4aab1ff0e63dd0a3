import { getOrderStats } from '@quayside/contracts/shipments/orders';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { chip, filteredPath } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { type Figure, FigureStrip } from '../figure-strip.tsx';

/** The figures above the list of orders: how many have each status, and the units that are not packed. */
export function OrderStats() {
  const t = useT();
  const stats = useQuery(read('orders', getOrderStats, {})).data;
  const ofStatus = (status: 'OPEN' | 'IN_TRANSIT' | 'RECEIVED' | 'CLOSED', count: number): Figure => ({
    label: t(`shipments:state.${status}`),
    value: formatCount(count),
    to: filteredPath(paths.orders(), chip('status', 'in', status)),
  });
  return (
    <FigureStrip
      label={t('shipments:orders.stats')}
      figures={
        stats && [
          ofStatus('OPEN', stats.open),
          ofStatus('IN_TRANSIT', stats.inTransit),
          ofStatus('RECEIVED', stats.received),
          ofStatus('CLOSED', stats.closed),
          { label: t('shipments:units'), value: formatCount(stats.units) },
          {
            label: t('shipments:orders.unpacked'),
            value: formatCount(stats.unpacked),
            to: filteredPath(paths.orders(), chip('unpacked', 'isNotEmpty')),
          },
        ]
      }
    />
  );
}
