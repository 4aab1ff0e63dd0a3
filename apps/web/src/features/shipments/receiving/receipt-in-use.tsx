import type { ReceiptReplay } from '@quayside/contracts/errors';
import { InUseDialog } from '../../../components/ui/in-use-dialog.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatCount, formatMoney } from '../../../lib/words/format.ts';
import type { Refused } from './use-receipt-reversal.ts';

interface ReceiptInUseProps<Row extends { readonly id: string }> {
  readonly refused: Refused<Row>;
  readonly onReplay: (row: Row) => void;
  readonly onClose: () => void;
}

/** Says what used the units of a receipt, and offers to reverse it with a replay, with what follows from that. */
export function ReceiptInUse<Row extends { readonly id: string }>({
  refused: { row, error },
  onReplay,
  onClose,
}: ReceiptInUseProps<Row>) {
  const t = useT();
  const currency = useCurrency();
  const { replay } = error;
  return (
    <InUseDialog
      message={error.message}
      uses={error.uses}
      archive={t('shipments:receiving.receipts.replay')}
      onArchive={replay && (() => onReplay(row))}
      onClose={onClose}
    >
      {replay && (
        <div role="status">
          {factsOf(t, replay, currency).map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
    </InUseDialog>
  );
}

function factsOf(t: T, { elsewhere, waiting, costChange }: ReceiptReplay, currency: string): string[] {
  const units = (count: number) => ({ count, formatted: formatCount(count) });
  return [
    elsewhere > 0 ? t('shipments:receiving.receipts.elsewhere', units(elsewhere)) : [],
    waiting > 0 ? t('shipments:receiving.receipts.waiting', units(waiting)) : [],
    t('shipments:receiving.receipts.costChange', {
      amount: formatMoney(costChange, currency, { sign: 'always', zero: 'figure' }),
    }),
  ].flat();
}
