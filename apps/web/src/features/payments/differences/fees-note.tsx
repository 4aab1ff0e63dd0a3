import { bankFeeTotals, createBankFeeInvoice } from '@quayside/contracts/payments/bank-fees';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount, formatMoney } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { FeesDialog } from './fees-dialog.tsx';

/** Says which bank fees are in no unit cost, and offers to make an invoice of them. Without any, it is absent. */
export function FeesNote() {
  const t = useT();
  const permission = usePermission(createBankFeeInvoice);
  const [isOpen, setOpen] = useState(false);
  const totals = useQuery(read('payments', bankFeeTotals, { query: {} }));
  if (totals.isError)
    return (
      <ErrorState error={totals.error} entity={t('payments:fees.entities')} onRetry={() => void totals.refetch()} />
    );
  if (!totals.data) return null;
  const { count, ready, waiting, months, accountCurrency } = totals.data;
  const words = ({ count: of, fees }: typeof ready) => ({
    count: of,
    formatted: formatCount(of),
    amount: formatMoney(fees, accountCurrency, { zero: 'figure' }),
  });
  return (
    <>
      {count > 0 && (
        <Note
          tone="info"
          icon={IconBuildingBank}
          action={
            ready.count > 0 && (
              <ActionButton size="xs" permission={permission} onClick={() => setOpen(true)}>
                {t('payments:fees.make')}
              </ActionButton>
            )
          }
        >
          {ready.count === 0 ? (
            t('payments:fees.allWaiting', words(waiting))
          ) : (
            <>
              {t('payments:fees.open', words(ready))}
              {waiting.count > 0 && ` ${t('payments:fees.waiting', words(waiting))}`}
            </>
          )}
        </Note>
      )}
      {isOpen && <FeesDialog months={months} onClose={() => setOpen(false)} />}
    </>
  );
}
