import { listMissingDecisions } from '@quayside/contracts/stock/missing';
import { listReceipts } from '@quayside/contracts/stock/receipts';
import { useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { read } from '../../../lib/api/query-client.ts';

/** The order or the shipment plan of which receipts and decisions are shown. */
export interface Received {
  readonly field: 'order' | 'plan';
  readonly id: string;
}

/** The most receipts and decisions that a card shows; the list of receipts has all. */
export const MOST_SHOWN = 50;
const queryOf = ({ field, id }: Received) => ({
  size: MOST_SHOWN,
  filter: JSON.stringify([{ field, op: 'in', values: [id] }]),
});

/** The latest receipts of an order or of a shipment plan. */
export const receiptsOf = (of: Received) => read('stock', listReceipts, { query: queryOf(of) });

/** The latest decisions about missing units of an order or of a shipment plan. */
export const decisionsOf = (of: Received) => read('stock', listMissingDecisions, { query: queryOf(of) });

/** Takes back what was received in one step. */
export function useReceivingUndo() {
  const t = useT();
  return useBulkUndo({
    entities: t('shipments:receiving.receipts.title').toLowerCase(),
    undone: (count) => t('shipments:receiving.undone', { count }),
  });
}
