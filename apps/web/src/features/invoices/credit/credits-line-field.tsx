import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { FilterChip } from '@quayside/contracts/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDayShort, formatMoney } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from './credit.module.css';

const SEARCH_DELAY_MS = 250;
const MOST_FOUND = 20;

/** Selects which line a line of a credit note credits: first the invoice, then the line on that invoice. */
export function CreditsLineField({
  rowKey,
  line,
  isReadOnly,
}: {
  rowKey: string;
  line: InvoiceLine;
  isReadOnly: boolean;
}) {
  const t = useT();
  const editor = useEditor();
  const credits = useEdited((state) => state.record.credits);
  const [invoiceId, setInvoiceId] = useState(
    line.creditsLine?.invoiceId ?? (credits.length === 1 ? credits[0]?.id : undefined),
  );
  const store = useWrite({
    send: (creditsLineId: string | null) => editor.patchRow(rowKey, { creditsLineId }),
    failure: { verb: 'update', entity: t('invoices:entity') },
    isShownInline: true,
  });
  const { isPending: isBusy, problem } = store;
  const invoices = useCreditable(line);
  const lines = useLinesOf(invoiceId);
  if (isReadOnly) return null;
  return (
    <div className={classes.choice}>
      <Chooser
        label={t('invoices:credit.ofInvoice')}
        placeholder={t('invoices:credit.findInvoice')}
        searchable
        disabled={isBusy}
        data={invoices.options}
        value={invoiceId ?? null}
        onSearchChange={invoices.search}
        // Show all options, because the server has already searched.
        filter={({ options }) => options}
        onChange={(id) => id && setInvoiceId(id)}
      />
      {invoiceId !== undefined && (
        <Chooser
          label={t('invoices:credit.ofLine')}
          placeholder={t('invoices:credit.chooseLine')}
          searchable
          disabled={isBusy || lines.isPending}
          error={problem}
          data={lines.options}
          value={line.creditsLine?.lineId ?? null}
          onChange={(id) => id && store.mutate(id)}
        />
      )}
      {lines.isError && <Note tone="danger">{t('invoices:credit.linesFailed')}</Note>}
      {line.creditsLine && (
        <div>
          <Button size="xs" loading={isBusy} onClick={() => store.mutate(null)}>
            {t('invoices:credit.creditsNothing')}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * The invoices that a line can credit, with the same supplier and currency. Invoices that this credit note already
 * credits come first.
 */
function useCreditable(line: InvoiceLine) {
  const { credits, supplierContact, currency } = useEdited((state) => state.record);
  const [typed, setTyped] = useState('');
  const [sent] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const known = [
    ...credits,
    ...(line.creditsLine ? [{ id: line.creditsLine.invoiceId, number: line.creditsLine.invoiceNumber }] : []),
  ];
  // After a choice, the text of the field is the number of the chosen invoice. Do not search for this number.
  const search = known.some(({ number }) => number === sent) ? '' : sent.trim();
  const chips: FilterChip[] = [
    { field: 'kind', op: 'in', values: ['INVOICE'] },
    { field: 'currency', op: 'in', values: [currency] },
    ...(supplierContact ? [{ field: 'supplier', op: 'in' as const, values: [supplierContact.id] }] : []),
  ];
  const found = useQuery({
    ...read('invoices', listInvoices, {
      query: { size: MOST_FOUND, sort: ['date,desc'], filter: JSON.stringify(chips), ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
  });
  const options = new Map(known.map(({ id, number }) => [id, number]));
  for (const invoice of found.data?.content ?? [])
    options.set(invoice.id, `${invoice.invoiceNumber}, ${formatDayShort(invoice.date)}`);
  return { options: [...options].map(([value, label]) => ({ value, label })), search: setTyped };
}

function useLinesOf(invoiceId: string | undefined) {
  const t = useT();
  const query = useQuery({
    ...read('invoices', getInvoice, { params: { id: invoiceId ?? '' } }),
    enabled: invoiceId !== undefined,
  });
  const options = (query.data?.lines ?? []).map((line) => ({
    value: line.invoiceLineId,
    label:
      `${line.position}. ${line.product?.sku ?? ''} ${line.name ?? t(`category.${line.costType}`)}, ` +
      formatMoney(line.amount, query.data?.currency ?? '', { as: 'code', zero: 'figure' }),
  }));
  return { options, isPending: query.isPending, isError: query.isError };
}
