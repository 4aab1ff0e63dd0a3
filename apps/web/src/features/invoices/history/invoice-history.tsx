import { listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { useMemo } from 'react';
import { HISTORY_PAGE, HistoryPanel } from '../../../components/record/history-panel.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { actionWords, fieldWords, valueWords } from './history-words.ts';

interface InvoiceHistoryProps {
  readonly invoiceId: string;
  readonly number: string;
  readonly onClose: () => void;
}

/** The history of an invoice beside its page. */
export function InvoiceHistory({ invoiceId, number, onClose }: InvoiceHistoryProps) {
  const t = useT();
  const words = useMemo(
    () => ({
      action: actionWords.bind(null, t),
      field: fieldWords.bind(null, t),
      value: valueWords.bind(null, t),
    }),
    [t],
  );
  return (
    <HistoryPanel
      topic="invoices"
      id={invoiceId}
      number={number}
      words={words}
      load={(page, signal) =>
        call(listInvoiceHistory, { params: { id: invoiceId }, query: { page, size: HISTORY_PAGE }, signal })
      }
      onClose={onClose}
    />
  );
}
