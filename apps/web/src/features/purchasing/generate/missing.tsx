import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import type { NamedField } from '../order/use-named-field.ts';
import classes from './generate.module.css';

const isZero = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

/** What a purchase order lacks before its PDF can be generated. */
export function missingIn(order: PurchaseOrderWithItems): NamedField[] {
  const shares = order.paymentTerms.reduce((sum, term) => sum + Math.round(Number(term.percentOfPayment) * 10_000), 0);
  const needs: readonly (readonly [NamedField, boolean])[] = [
    ['supplier', order.contact !== null],
    ['orderDate', order.orderDate !== null],
    ['items', order.items.some((item) => !isZero(item.amount))],
    ['terms', order.paymentTerms.length === 0 || shares === 10_000],
  ];
  return needs.filter(([, has]) => !has).map(([field]) => field);
}

/** What is missing, with a link to each field. */
export function Missing({ order }: { order: PurchaseOrderWithItems }) {
  const t = useT();
  const missing = missingIn(order);
  if (order.can.generate.allowed) return null;
  return (
    <Note tone="warning">
      {missing.length === 0 ? (
        order.can.generate.reason
      ) : (
        <>
          {t('purchasing:generate.missing')}
          <ul className={classes.missing}>
            {missing.map((field) => (
              <li key={field}>
                <Link to={`${paths.purchaseOrder(order.id)}?field=${field}`}>
                  {t(`purchasing:generate.needs.${field}`)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}
