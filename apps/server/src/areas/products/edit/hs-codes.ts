import type { Work } from '../../../db/tx.ts';
import { react } from '../../../events/reactions.ts';
import type { ProductState } from '../rows/products.state.ts';

// HS codes decide which duty products bear, so costs follow when they are written.

/**
 * Announces that HS codes are about to be written, so that whoever works costs out takes its turn. Must be called
 * before the first product is locked, so that nobody who holds that turn waits for a product.
 */
export async function announceHsCodes(w: Work, areWritten: boolean): Promise<void> {
  if (areWritten) await react(w, 'duty.changing', {});
}

/** Announces which of these products have another HS code now. */
export async function reportHsCodes(
  w: Work,
  moves: readonly {
    readonly before: { readonly id: string; readonly state: ProductState };
    readonly state: ProductState;
  }[],
): Promise<void> {
  const productIds = moves.flatMap(({ before, state }) => (before.state.hsCode === state.hsCode ? [] : [before.id]));
  if (productIds.length > 0) await react(w, 'duty.changed', { productIds, hsCodes: [], countries: null });
}
