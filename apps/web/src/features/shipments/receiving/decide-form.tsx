import type { BodyIn } from '@quayside/contracts/endpoint';
import { decideMissing } from '@quayside/contracts/stock/missing';
import { todayIn } from '@quayside/domain/days/days';
import { DEBTORS, type Debtor } from '@quayside/domain/stock/receipts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { TextInput, WholeNumberInput } from '../../../components/form/inputs.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import classes from '../shipments.module.css';
import { creditNotesOf } from './credit-notes.ts';

/** Units that are missing of a pack list. */
export interface Undecided {
  readonly packListId: string;
  readonly packListNumber: string;
  readonly missingQuantity: number;
  readonly supplierId: string | null;
  /** Who is asked first. */
  readonly debtor: Debtor;
}

/** The form that decides what has become of missing units: the supplier never sent them, or somebody lost them. */
export function DecideForm({ missing, onDone }: { missing: Undecided; onDone: () => void }) {
  const t = useT();
  const today = todayIn(Date.now(), useTimeZone());
  const [debtor, setDebtor] = useState<Debtor>(missing.debtor);
  const [quantity, setQuantity] = useState<number | null>(missing.missingQuantity);
  const [day, setDay] = useState(today);
  const [words, setWords] = useState('');
  const [creditNoteId, setCreditNoteId] = useState<string | null>(null);
  const decide = useDecision(onDone);
  const kind = debtor === 'SUPPLIER' ? 'SHORT' : 'LOST';
  const shown = ['debtor', 'quantity', 'day', 'words'];
  const { fields, rest } = refusals(decide.error, shown, decisionWords(t));
  const send = () => {
    if (quantity === null || day === '') return;
    const credit = kind === 'SHORT' && creditNoteId !== null ? { creditNoteId } : {};
    decide.mutate({ packListId: missing.packListId, kind, debtor, quantity, day, words, ...credit });
  };
  return (
    <form
      aria-label={t('shipments:receiving.decide.of', { name: missing.packListNumber })}
      className="stack"
      onSubmit={(event) => (event.preventDefault(), send())}
    >
      <h3 className="item-title">{t('shipments:receiving.decide.title')}</h3>
      <Chooser
        label={t('shipments:receiving.decide.choose')}
        description={t(`shipments:receiving.decide.effect.${kind}`)}
        data={DEBTORS.map((value) => ({ value, label: t(`shipments:receiving.decide.by.${value}`) }))}
        value={debtor}
        error={fields['debtor']}
        onChange={(value) => value !== null && setDebtor(value as Debtor)}
      />
      <div className={classes.fields}>
        <WholeNumberInput
          label={t('shipments:receiving.decide.units')}
          value={quantity}
          min={1}
          error={fields['quantity']}
          onChange={setQuantity}
        />
        <DayInput label={t('shipments:receiving.decide.day')} value={day} error={fields['day']} onChange={setDay} />
      </div>
      {kind === 'SHORT' && missing.supplierId !== null && (
        <CreditNote supplierId={missing.supplierId} value={creditNoteId} onChange={setCreditNoteId} />
      )}
      <TextInput
        label={t('shipments:receiving.decide.words')}
        value={words}
        maxLength={500}
        error={fields['words']}
        onChange={setWords}
      />
      {rest !== undefined && (
        <Note tone="danger" role="alert">
          {rest}
        </Note>
      )}
      <div className="row">
        <ActionButton
          type="submit"
          variant="filled"
          loading={decide.isPending}
          disabled={quantity === null || quantity === 0 || day === ''}
        >
          {t('shipments:receiving.decide.action')}
        </ActionButton>
      </div>
    </form>
  );
}

interface CreditNoteProps {
  readonly supplierId: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

function CreditNote({ supplierId, value, onChange }: CreditNoteProps) {
  const t = useT();
  const notes = useQuery(creditNotesOf(supplierId)).data ?? [];
  if (notes.length === 0) return null;
  return (
    <Chooser
      label={t('shipments:receiving.decide.creditNote')}
      description={t('shipments:receiving.decide.creditNoteHelp')}
      data={notes}
      value={value}
      clearable
      onChange={onChange}
    />
  );
}

const decisionWords = (t: T) => ({ verb: 'create', entity: t('shipments:receiving.decide.entity') }) as const;

function useDecision(onDone: () => void) {
  const t = useT();
  return useWrite({
    send: (body: BodyIn<typeof decideMissing>, key) => call(decideMissing, { body, idempotencyKey: key() }),
    failure: decisionWords(t),
    isShownInline: true,
    onSuccess: ({ quantity }) => {
      const values = { count: quantity, formatted: formatCount(quantity) };
      toast('success', t('shipments:receiving.decide.done', values), { scope: 'global' });
      onDone();
    },
  });
}
