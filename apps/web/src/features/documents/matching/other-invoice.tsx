import { useDebouncedValue } from '@mantine/hooks';
import type { Document } from '@quayside/contracts/documents/documents';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDayShort, formatMoney } from '../../../lib/words/format.ts';
import { useInvoiceOptions } from '../api.ts';
import { AttachButton } from './attach-button.tsx';
import classes from './matching.module.css';

const SEARCH_MS = 250;

/** Attaches the document to an invoice that the person searches by number or supplier. */
export function OtherInvoice({ document }: { document: Document }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, SEARCH_MS);
  const options = useInvoiceOptions(search, isOpen || chosenId !== null).data ?? [];
  const [kept, setKept] = useState<(typeof options)[number]>();
  const chosen = options.find(({ id }) => id === chosenId) ?? (kept?.id === chosenId ? kept : undefined);
  return (
    <Card title={t('documents:matching.other')}>
      <div className={classes.row}>
        <Chooser
          className={classes.grow ?? ''}
          label={t('documents:matching.otherLabel')}
          placeholder={t('documents:matching.otherPlaceholder')}
          searchable
          clearable
          value={chosenId}
          searchValue={typed}
          onSearchChange={setTyped}
          onDropdownOpen={() => setOpen(true)}
          onChange={(id) => {
            setChosenId(id);
            setKept(options.find((option) => option.id === id));
          }}
          filter={({ options: all }) => all}
          nothingFound={t('documents:matching.otherNone')}
          data={withChosen(options, chosen).map(({ id, invoiceNumber }) => ({ value: id, label: invoiceNumber }))}
          renderOption={({ option }) => {
            const row = withChosen(options, chosen).find(({ id }) => id === option.value);
            return (
              <span className={classes.option}>
                <b>{option.label}</b>
                {row && (
                  <small>
                    {row.supplierContact && `${row.supplierContact.companyName} · `}
                    {formatDayShort(row.date)} · {formatMoney(row.totals.total.document, row.currency, { as: 'code' })}
                  </small>
                )}
              </span>
            );
          }}
        />
        {chosen && <AttachButton document={document} invoice={{ ...chosen, hasDocument: chosen.document !== null }} />}
      </div>
    </Card>
  );
}
const withChosen = <T extends { id: string }>(options: readonly T[], chosen: T | undefined): readonly T[] =>
  chosen && options.every(({ id }) => id !== chosen.id) ? [chosen, ...options] : options;
