import type { OrderRef } from '@quayside/contracts/order-ref';
import { useT } from '../../i18n/i18n.ts';
import { orderName, orderTip } from '../../lib/words/order-name.ts';
import classes from './costs.module.css';

/** The order of a row, with its internal number as tooltip; without one, the words for this. */
export function OrderCell({ order, none }: { order: OrderRef | null; none: string }) {
  const t = useT();
  if (order === null) return <span className={classes.faint}>{none}</span>;
  return <span title={orderTip(t, order)}>{orderName(t, order)}</span>;
}
