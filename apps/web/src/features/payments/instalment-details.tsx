import { type Payment, patchPayment } from '@quayside/contracts/payments/payments';
import { Chooser } from '../../components/form/chooser.tsx';
import { DayInput } from '../../components/form/day-field.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { formatDay } from '../../lib/words/format.ts';
import { usePayFromCodes } from './api.ts';
import { EntriesList } from './entries/entries-list.tsx';
import { ruleWords } from './payment-words.ts';
import classes from './payments.module.css';
import { useChangePayment } from './use-move-day.ts';

/** The day of an instalment, the account from which it is paid, and everything that was paid of it. */
export function InstalmentDetails({ payment }: { payment: Payment }) {
  const permission = usePermission(patchPayment);
  return (
    <div className="stack">
      {permission.allowed && payment.can.move.allowed && <Editing payment={payment} />}
      <EntriesList payment={payment} />
    </div>
  );
}

function Editing({ payment }: { payment: Payment }) {
  const t = useT();
  const { move, setCode } = useChangePayment();
  const codes = usePayFromCodes().map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  const { accountCode, isPinned, dueDate } = payment;
  const known =
    accountCode === null || codes.some(({ value }) => value === accountCode)
      ? codes
      : [...codes, { value: accountCode, label: accountCode }];
  return (
    <div className={classes.fields}>
      <DayInput
        key={`${payment.id} ${payment.version}`}
        label={t('payments:day.fixed')}
        description={
          isPinned ? t('payments:day.pinnedHelp') : t('payments:day.followsHelp', { rule: ruleWords(t, payment) })
        }
        placeholder={formatDay(dueDate)}
        value={isPinned ? (dueDate ?? '') : ''}
        onChange={(day) => void move(payment, day)}
      />
      {known.length > 0 && (
        <Chooser
          label={t('payments:pay.accountCode')}
          data={known}
          value={accountCode}
          clearable
          onChange={(code) => void setCode(payment, code)}
        />
      )}
    </div>
  );
}
