import type { Work } from '../../../db/tx.ts';
import { linesAfter } from '../five-quantities/five-quantities-facts.views.ts';
import { findRenewal, readStoredLines, type StoredLine } from '../rows/five-quantities.queries.ts';
import { workOutLines } from '../five-quantities/five-quantities-sync.service.ts';
import { type BrokenStock, skusOf } from './stock-invariants.views.ts';

/** How many lines are worked out at once. */
const AT_ONCE = 500;

/** Lines whose stored five quantities differ from what follows from the facts. None while they are worked out anew. */
export async function brokenLines(w: Work): Promise<BrokenStock[]> {
  if (await findRenewal(w)) return [];
  const broken: BrokenStock[] = [];
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await linesAfter(w, after, AT_ONCE);
    if (ids.length === 0) return broken;
    after = ids.at(-1) ?? null;
    broken.push(...(await differing(w, ids)));
  }
}

async function differing(w: Work, ids: readonly string[]): Promise<BrokenStock[]> {
  const stored = await readStoredLines(w, ids);
  const wanted = new Map((await workOutLines(w, ids)).map((line) => [line.id, line]));
  const found = ids.flatMap((id) => {
    const [is, should] = [textOf(stored.get(id)), textOf(wanted.get(id))];
    const productId = (wanted.get(id) ?? stored.get(id))?.productId;
    return productId === undefined || is === should ? [] : [{ id: productId, detail: `${is} for ${should}` }];
  });
  const skus = await skusOf(
    w,
    found.map(({ id }) => id),
  );
  return found.map((row) => ({ ...row, invariant: 'five quantities', label: skus.get(row.id) ?? '' }));
}

const textOf = (line: StoredLine | undefined): string =>
  line === undefined
    ? 'none'
    : [
        line.ordered,
        line.invoiced,
        line.packed,
        line.shipped,
        line.received,
        line.inTransit,
        ...Object.values(line.open),
        line.valueMinor,
        ...Object.values(line.states),
        ...line.orderIds,
        line.toleranceHundredths,
        line.isPurchaseOrderOpen,
      ].join(', ');
