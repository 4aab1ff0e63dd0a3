import type { Credit } from '@quayside/contracts/payments/credits';
import type { InvoicePayment } from '@quayside/contracts/payments/payments';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { openCreditsQuery, spendCredit } from '../api.ts';
import { UseCreditDialog } from '../credits/use-credit-dialog.tsx';
import classes from './schedule.module.css';

/** The credits of the supplier that can be used on what is open of this invoice. */
export function ScheduleCredits({ bill, supplierId }: { bill: InvoicePayment; supplierId: string }) {
  const t = useT();
  const permission = usePermission(spendCredit);
  const [used, setUsed] = useState<Credit>();
  const open = bill.payments.filter(({ can }) => can.pay.allowed);
  const credits = useQuery({ ...openCreditsQuery(supplierId, bill.currency), enabled: open.length > 0 }).data?.content;
  if (!credits || credits.length === 0 || open.length === 0) return null;
  return (
    <Card title={t('payments:credits.offered', { supplier: bill.supplier?.companyName ?? '' })}>
      <ul className={classes.credits}>
        {credits.map((credit) => (
          <li key={credit.id} className={classes.credit}>
            <IconReceiptRefund size={16} stroke={1.75} aria-hidden />
            <Link to={paths.credits(credit.id)}>
              {t(`payments:credits.from.${credit.source}`, { label: credit.label })}
            </Link>
            <span className={classes.figures}>
              <Money as="code" value={credit.left} currency={credit.currency} strong />
            </span>
            {permission.allowed && (
              <ActionButton size="xs" blocked={credit.can.use.reason} onClick={() => setUsed(credit)}>
                {t('payments:credits.use')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {used && <UseCreditDialog credit={used} payments={open} onClose={() => setUsed(undefined)} />}
    </Card>
  );
}
