import { minorOfText } from '@quayside/domain/money/money';
import type { EditorState, Row } from './editor-state.ts';
import { amountIn } from './line-draft.ts';

/** The totals of the displayed lines, in minor units of the invoice's currency. */
export interface LocalTotals {
  readonly lines: bigint;
  readonly tax: bigint;
  /** The total on the document; null if it has not been entered. */
  readonly total: bigint | null;
  /** The total less lines and tax; null if there is no total. */
  readonly difference: bigint | null;
}

/** The totals including typed values that are not stored yet. An invalid cell counts with its stored value. */
export function localTotals(state: Pick<EditorState, 'rows' | 'header' | 'record'>): LocalTotals {
  const currency = state.header.draft.currency ?? state.record.currency;
  const minor = (text: string | null | undefined): bigint => minorOfText(text ?? '', currency) ?? 0n;
  const typed = (text: string | undefined, stored: string | undefined): bigint => {
    const read = text === undefined ? undefined : amountIn(text, currency);
    return minor(read && 'value' in read ? read.value : stored);
  };
  const sum = (of: (row: Row) => bigint) => [...state.rows.values()].reduce((total, row) => total + of(row), 0n);
  const lines = sum((row) => typed(row.draft.amount, row.stored?.amount));
  const tax = sum((row) => typed(row.draft.tax, row.stored?.taxAmount));
  const text = state.header.draft.total ?? state.record.total;
  const isTyped = text !== null && text.trim() !== '';
  const total = isTyped ? typed(state.header.draft.total, state.record.total ?? undefined) : null;
  return { lines, tax, total, difference: total === null ? null : total - lines - tax };
}
