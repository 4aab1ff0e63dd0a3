import { proposeExchangeRate, type RateProposal } from '@quayside/contracts/rates/exchange-rates';
import { acceptInvoiceRate } from '@quayside/contracts/invoices/invoice-moves';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconSparkles } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDayShort } from '../../../lib/words/format.ts';
import { rateFigure, shownRate } from '../../../lib/words/shown-rate.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../invoices.module.css';

/** The rate that is proposed for an invoice without one, and the function that accepts it. */
export function useProposedRate() {
  const t = useT();
  const editor = useEditor();
  const { currency, accountCurrency, date, rate, status } = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft);
  // The proposal is for the stored currency and date, so it waits until changes of them are stored.
  const isStored = draft.currency === undefined && draft.date === undefined;
  const isEmpty = rate === null && (draft.rate?.text ?? '').trim() === '';
  const isWanted = currency !== accountCurrency && isStored && isEmpty && status !== 'CLOSED';
  const proposed = useQuery({
    ...read('exchange-rates', proposeExchangeRate, { query: { from: currency, to: accountCurrency, on: date } }),
    enabled: isWanted,
  });
  const proposal = isWanted ? (proposed.data?.proposal ?? undefined) : undefined;
  const accept = useWrite({
    send: async (seen: RateProposal) => {
      if (!(await editor.flush())) return void toast('error', t('invoices:moves.unsaved'));
      // A field that was emptied would be saved as empty over the accepted rate.
      editor.revertHeader('rate');
      const { id, version } = editor.get().record;
      const body = { rate: seen.rate, rateDate: seen.day, version };
      editor.adopt(await editor.run(() => call(acceptInvoiceRate, { params: { id }, body })));
    },
    failure: { verb: 'update', entity: t('invoices:entity') },
    onError: () => void proposed.refetch(),
  });
  return { proposal, isPending: accept.isPending, accept: () => proposal && accept.mutate(proposal) };
}

/** The proposed rate, with its day and source, and the button that accepts it. It converts nothing before that. */
export function ProposedRate({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const permission = usePermission(acceptInvoiceRate);
  const { proposal, isPending, accept } = useProposedRate();
  const { currency, accountCurrency } = useEdited((state) => state.record);
  if (!proposal) return null;
  return (
    <div className={classes.proposed}>
      <ProposalChip proposal={proposal} pair={{ from: currency, to: accountCurrency }} />
      {!isReadOnly && permission.allowed && (
        <ActionButton size="compact-sm" variant="light" icon={IconCheck} loading={isPending} onClick={accept}>
          {t('invoices:header.acceptRate')}
        </ActionButton>
      )}
    </div>
  );
}

/** A proposed rate in words: the figure as it was entered, its day and its source. */
export function ProposalChip({ proposal, pair }: { proposal: RateProposal; pair: Pair }) {
  const t = useT();
  return (
    <Chip icon={IconSparkles} tone="info">
      {t('invoices:header.proposed', proposalWords(t, proposal, pair))}
    </Chip>
  );
}

/** The rate in the direction in which it was entered; a rate through the euro in the direction that is at least 1. */
function proposalWords(t: T, { rate, day, ageDays, origin, parts, invoice }: RateProposal, pair: Pair) {
  const [only, other] = parts;
  const isEntered = only !== undefined && other === undefined;
  const shown = shownRate(rate, { document: pair.from, account: pair.to });
  const source = t(`invoices:header.rateOrigin.${origin}`, { number: invoice?.number ?? '' });
  return {
    rate: isEntered ? rateFigure(only.rate) : shown.figure,
    from: isEntered ? only.base : shown.per,
    to: isEntered ? only.quote : shown.to,
    day:
      ageDays === 0 ? formatDayShort(day) : t('invoices:header.rateAge', { day: formatDayShort(day), count: ageDays }),
    source: isEntered ? source : t('invoices:header.throughEuro', { source }),
  };
}
interface Pair {
  readonly from: string;
  readonly to: string;
}
