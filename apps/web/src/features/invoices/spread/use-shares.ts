import { useDebouncedValue } from '@mantine/hooks';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { usePreview } from '../api.ts';
import { isTooMuch, keyOfShare, readShares, restOf, type SpreadForm } from './spread-form.ts';

const PREVIEW_DELAY_MS = 250;

/**
 * The shares to show, from a preview of the choices. For typed shares, the orders that have no share yet are included
 * too.
 */
export function useShares(invoiceId: string, line: InvoiceLine, form: SpreadForm, stamp: string, currency: string) {
  const [settled] = useDebouncedValue(form, PREVIEW_DELAY_MS);
  const scope = settled.scope === null ? null : settled.scope.map(({ type, id }) => ({ type, id }));
  const isManual = settled.basis === 'MANUAL' && line.product === null;
  const isOn = scope === null || scope.length > 0;
  const shares = isManual ? readShares(settled.shares, currency) : undefined;
  const asked = usePreview(
    invoiceId,
    line.invoiceLineId,
    { basis: settled.basis, scope, ...(shares ? { manualShares: shares } : {}) },
    stamp,
    isOn &&
      (!isManual ||
        (shares !== undefined && !isTooMuch(line.cost.document, restOf(line.cost.document, settled.shares, currency)))),
  );
  const all = usePreview(invoiceId, line.invoiceLineId, { basis: 'EQUAL', scope }, stamp, isOn && isManual);
  if (!isManual) return { data: asked.data, error: asked.error, retry: () => void asked.refetch() };
  const typed = new Map((asked.data?.shares ?? []).map((share) => [keyOfShare(share), share]));
  // Until the orders have been loaded, those of the earlier preview are shown, so that a field in which somebody types
  // does not disappear.
  const base = all.data ?? asked.data;
  const data = base && {
    ...base,
    ...asked.data,
    shares: base.shares.map(
      (share) =>
        typed.get(keyOfShare(share)) ?? {
          ...share,
          percent: '0.0000',
          document: '0',
          account: '0',
          perUnit: null,
          weight: '0',
          landedAfter: asked.data ? share.landedBefore : null,
        },
    ),
  };
  // When the typed shares exceed the line, there is no new preview. The orders stay visible, and a message below them
  // explains what is wrong.
  return { data, error: all.error, retry: () => void all.refetch() };
}
