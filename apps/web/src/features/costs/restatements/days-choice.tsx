import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { todayIn } from '@quayside/domain/days/days';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { invoiceOptionsQuery, type Days } from '../api.ts';
import { ChoiceChip } from '../choice-chip.tsx';
import { lastMonth, sinceInvoice, thisMonth } from './restatement-days.ts';

interface DaysChoiceProps {
  readonly days: Days;
  readonly today: string;
  readonly onChoose: (days: Days) => void;
}

/** The chip "Known on 31 Oct → 20 Nov". It lets the person choose the two days to compare. */
export function DaysChoice(props: DaysChoiceProps) {
  const t = useT();
  const { from, to } = props.days;
  return (
    <ChoiceChip
      label={t('costs:restatements.label')}
      value={t('costs:restatements.days', {
        from: formatDay(from),
        to: to === props.today ? t('relative.today') : formatDay(to),
      })}
      dialog={t('costs:restatements.choose')}
    >
      {(close) => <Choices {...props} onChoose={(days) => (props.onChoose(days), close())} />}
    </ChoiceChip>
  );
}

function Choices({ days, today, onChoose }: DaysChoiceProps) {
  const t = useT();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  return (
    <>
      <div className="row" data-gap="6">
        <Button size="xs" onClick={() => onChoose(thisMonth(today))}>
          {t('costs:restatements.thisMonth')}
        </Button>
        <Button size="xs" onClick={() => onChoose(lastMonth(today))}>
          {t('costs:restatements.lastMonth')}
        </Button>
      </div>
      <InvoiceSelect today={today} onChoose={onChoose} />
      <DayInput label={t('costs:restatements.from')} value={from} onChange={setFrom} />
      <DayInput label={t('costs:restatements.to')} value={to} onChange={setTo} />
      <div className="row from-end">
        <Button size="xs" variant="filled" disabled={from === '' || to === ''} onClick={() => onChoose({ from, to })}>
          {t('apply')}
        </Button>
      </div>
    </>
  );
}

const SEARCH_DELAY_MS = 200;
/** A select for an invoice. Choosing one compares today with the day before the invoice was added. */
function InvoiceSelect({ today, onChoose }: Pick<DaysChoiceProps, 'today' | 'onChoose'>) {
  const t = useT();
  const zone = useTimeZone();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const [isWanted, setWanted] = useState(false);
  const invoices =
    useQuery({ ...invoiceOptionsQuery(search.trim()), enabled: isWanted, placeholderData: keepPreviousData }).data
      ?.content ?? [];
  return (
    <Chooser
      label={t('costs:restatements.sinceInvoice')}
      description={t('costs:restatements.sinceInvoiceHint')}
      placeholder={t('costs:restatements.findInvoice')}
      data={invoices.map(({ id, invoiceNumber, supplierContact, date }) => ({
        value: id,
        label: [invoiceNumber, supplierContact?.companyName, formatDay(date)].filter(Boolean).join(' · '),
      }))}
      // Show all options, because the server has already filtered them.
      filter={({ options }) => options}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      nothingFound={t('costs:restatements.noInvoice')}
      comboboxProps={{ withinPortal: false }}
      onChange={(id) => {
        const chosen = invoices.find((row) => row.id === id);
        if (chosen) onChoose(sinceInvoice(todayIn(chosen.createdAt, zone), today));
      }}
    />
  );
}
