import type { SupplierHolder } from '../../area.ts';
import { bankSupplierOf, setBankSupplier } from '../../accounts/public.ts';

/** When the supplier that stands for the bank is merged into another one, that one stands for it. It is no record. */
export const bankOfSupplier: SupplierHolder = {
  count: async () => 0,
  async move(w, from, to) {
    const isMoved = (await bankSupplierOf(w)) === from.id;
    if (isMoved) await setBankSupplier(w, to.id);
    return { count: 0, undo: { isMoved } };
  },
  async moveBack(w, undo, from, to) {
    const { isMoved = false } = undo as { readonly isMoved?: boolean };
    if (isMoved && (await bankSupplierOf(w)) === to.id) await setBankSupplier(w, from.id);
    return { restored: 0, kept: [] };
  },
};
