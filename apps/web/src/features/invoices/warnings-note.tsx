import { proposeExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { isDayFar, todayIn } from '@quayside/domain/days/days';
import { invoiceRateWarning } from '@quayside/domain/invoices/warnings';
import { inverseRate, parseRate } from '@quayside/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useCurrency, useTimeZone } from '../../lib/session/account.ts';
import { formatDayShort } from '../../lib/words/format.ts';
import { read } from '../../lib/api/query-client.ts';

type Warning = InvoiceWithLines['warnings'][number];

/** What to look at in an invoice that nobody has closed. The note about duplicates names equal numbers with links. */
export function WarningsNote({ warnings }: { warnings: readonly Warning[] }) {
  return <Sentences sentences={warnings.flatMap(({ code, message }) => (code === 'SAME_NUMBER' ? [] : [message]))} />;
}

/** All warnings once more, before the invoice is confirmed. */
export const ConfirmWarnings = ({ warnings }: { warnings: readonly Warning[] }) => (
  <Sentences sentences={warnings.map(({ message }) => message)} />
);

function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Note tone="warning" role="status">
      {sentences.map((sentence) => (
        <span key={sentence} style={{ display: 'block' }}>
          {sentence}.
        </span>
      ))}
    </Note>
  );
}

interface Typed {
  readonly currency: string;
  readonly date: string;
  /** The rate as typed, and whether it is turned round: units of the document's currency for 1 of the account's. */
  readonly rate: string;
  readonly turned: boolean;
}

/** The same about day and rate of an invoice that is only being typed. */
export function TypedWarnings({ currency, date, rate: text, turned }: Typed) {
  const t = useT();
  const to = useCurrency();
  const timeZone = useTimeZone();
  const typed = parseRate(text.trim());
  const isAsked = currency !== '' && currency !== to && date !== '' && typed.ok;
  const proposed = useQuery({
    ...read('exchange-rates', proposeExchangeRate, { query: { from: currency, to, on: date } }),
    enabled: isAsked,
    retry: false,
  });
  const proposal = isAsked ? proposed.data?.proposal : undefined;
  const known = parseRate(proposal?.rate ?? '');
  const warning =
    typed.ok && known.ok ? invoiceRateWarning(turned ? inverseRate(typed.value) : typed.value, known.value) : null;
  const sentences = [
    ...(date !== '' && isDayFar(date, todayIn(Date.now(), timeZone))
      ? [t('invoices:warnings.dayFar', { day: formatDayShort(date) })]
      : []),
    ...(warning && proposal
      ? [
          t(`invoices:warnings.${warning}`, {
            known: `${proposal.rate} ${to}`,
            from: currency,
            day: formatDayShort(proposal.day),
          }),
        ]
      : []),
  ];
  return <Sentences sentences={sentences} />;
}
