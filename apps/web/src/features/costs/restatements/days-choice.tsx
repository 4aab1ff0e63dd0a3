import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { todayIn } from '@quayside/domain/days/days';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayInput } from '../../../components/form/day-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/account.ts';
import { formatDay } from '../../../lib/format.ts';
import { billsQuery, type Days } from '../api.ts';
import { ChoiceChip } from '../choice-chip.tsx';
import { lastMonth, sinceBill, thisMonth } from './restatement-days.ts';

interface DaysChoiceProps {
  readonly days: Days;
  readonly today: string;
  readonly onChoose: (days: Days) => void;
}

/** "Known on 31 Oct → 20 Nov": chooses the two days to compare. */
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
      <BillSelect today={today} onChoose={onChoose} />
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
/** Chooses an invoice, to compare today with the day before it was added. */
function BillSelect({ today, onChoose }: Pick<DaysChoiceProps, 'today' | 'onChoose'>) {
  const t = useT();
  const zone = useTimeZone();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const [isWanted, setWanted] = useState(false);
  const bills =
    useQuery({ ...billsQuery(search.trim()), enabled: isWanted, placeholderData: keepPreviousData }).data?.content ??
    [];
  return (
    <Select
      label={t('costs:restatements.sinceBill')}
      description={t('costs:restatements.billHint')}
      placeholder={t('costs:restatements.findBill')}
      data={bills.map(({ id, invoiceNumber, supplierContact, date }) => ({
        value: id,
        label: [invoiceNumber, supplierContact?.companyName, formatDay(date)].filter(Boolean).join(' · '),
      }))}
      // The server has already filtered these options.
      filter={({ options }) => options}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      nothingFoundMessage={t('costs:restatements.noBill')}
      comboboxProps={{ withinPortal: false }}
      autoComplete="off"
      onChange={(id) => {
        const bill = bills.find((row) => row.id === id);
        if (bill) onChoose(sinceBill(todayIn(bill.createdAt, zone), today));
      }}
    />
  );
}
