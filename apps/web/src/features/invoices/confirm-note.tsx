import type { previewCreditNote } from '@quayside/contracts/payments/credits';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { useState } from 'react';
import { CheckInput } from '../../components/form/inputs.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatMoney } from '../../lib/words/format.ts';

interface NoteProps {
  /** What confirming does to any invoice. */
  readonly words: string;
  readonly goes: ResponseOf<typeof previewCreditNote>;
  readonly onKeep: (isKept: boolean) => void;
}

/** What confirming a credit note does: on which payments its amount is used, unless all of it is kept as a credit. */
export function ConfirmNote({ words, goes, onKeep }: NoteProps) {
  const t = useT();
  const [isKept, setKept] = useState(false);
  const money = (amount: string) => formatMoney(amount, goes.currency, { as: 'code', zero: 'figure' });
  const uses = isKept ? [] : goes.uses;
  const rest = isKept ? goes.amount : goes.rest;
  return (
    <div className="stack">
      <p>{words}</p>
      <div role="status">
        {uses.map(({ paymentId, number, position, amount }) => (
          <p key={paymentId}>{t('invoices:moves.noteUse', { number, position, amount: money(amount) })}</p>
        ))}
        {/[1-9]/.test(rest) && <p>{t('invoices:moves.noteRest', { amount: money(rest) })}</p>}
      </div>
      {goes.uses.length > 0 && (
        <CheckInput
          label={t('invoices:moves.noteKeep')}
          checked={isKept}
          onChange={(next) => {
            setKept(next);
            onKeep(next);
          }}
        />
      )}
    </div>
  );
}
