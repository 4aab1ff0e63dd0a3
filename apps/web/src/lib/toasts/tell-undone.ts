import type { UndoResult } from '@quayside/contracts/undo';
import { formatCount } from '../words/format.ts';
import { toast } from './toasts.ts';

const MOST_NAMES = 3;
type Kept = UndoResult['kept'][number];

interface UndoneWords {
  /** "3 products are as they were." */
  readonly undone: (values: { readonly count: number; readonly formatted: string }) => string;
  /** "2 stay, among them KTL was changed since." */
  readonly stay: (values: { readonly count: number; readonly formatted: string; readonly names: string }) => string;
  /** "KTL was changed since" */
  readonly reason: (kept: Kept['reason'], values: { readonly name: string }) => string;
}

/** Says how many records an undo put back, and names the first of those that stay, each with its reason. */
export function tellUndone({ restored, keptCount, kept }: UndoResult, { undone, stay, reason }: UndoneWords): void {
  const words = undone({ count: restored, formatted: formatCount(restored) });
  if (keptCount === 0) {
    toast('success', words, { scope: 'global' });
    return;
  }
  const names = kept.slice(0, MOST_NAMES).map((record) => reason(record.reason, { name: record.label }));
  const values = { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') };
  toast('info', `${words} ${stay(values)}`, { scope: 'global' });
}
