import { type Payment, payPayment } from '@quayside/contracts/payments/payments';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { IconCash } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { useKeys } from '../../../lib/page/keys.ts';

interface BarProps {
  readonly rows: readonly Payment[];
  readonly reach: BulkReach;
  /** Tells the page which rows are selected. */
  readonly onChosen: (payments: readonly Payment[]) => void;
  readonly onPay: (payments: readonly Payment[]) => void;
  readonly onClear: () => void;
}

const NONE: readonly Payment[] = [];

/** The bar of the selected payables. Those of one supplier and currency are paid in one transfer. */
export function PayablesBulkBar({ rows, reach, onChosen, onPay, onClear }: BarProps) {
  const t = useT();
  const permission = usePermission(payPayment);
  const blocked = reach.isAll ? t('payments:payables.chooseRows') : blockedOf(t, rows);
  const pay = () => {
    if (blocked === undefined) onPay(rows);
  };
  useKeys({ p: pay });
  useEffect(() => {
    onChosen(rows);
    return () => onChosen(NONE);
  }, [onChosen, rows]);
  return (
    <BulkBar count={reach.isAll ? reach.total : rows.length} worth={worthOf(rows)} onClear={onClear}>
      <ActionButton size="xs" icon={IconCash} permission={permission} blocked={blocked ?? null} keys="P" onClick={pay}>
        {rows.length > 1 ? t('payments:payables.payTogether') : t('payments:pay.verb')}
      </ActionButton>
    </BulkBar>
  );
}

/** Why the selected payables cannot be paid in one transfer; undefined when they can. */
function blockedOf(t: T, rows: readonly Payment[]): string | undefined {
  const closed = rows.find(({ can }) => !can.pay.allowed);
  if (closed) return closed.can.pay.reason ?? t('payments:payables.notOpen');
  if (new Set(rows.map(({ supplier }) => supplier.id)).size > 1) return t('payments:payables.oneSupplier');
  return new Set(rows.map(({ currency }) => currency)).size > 1 ? t('payments:payables.oneCurrency') : undefined;
}

/** What is open of the selected rows, one sum for each currency. */
function worthOf(rows: readonly Payment[]): string {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, payments]) => {
      const sum = payments.reduce((total, { open }) => total + (minorOfText(open, currency) ?? 0n), 0n);
      return formatMoney(formatAmount(sum, currency), currency, { as: 'code', zero: 'figure' });
    })
    .join(' · ');
}
