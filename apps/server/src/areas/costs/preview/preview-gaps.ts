import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import type { Leaf } from '@quayside/domain/shipments/leaves';
import type { GoodsInScope } from '@quayside/domain/shipments/shipment-shares';
import type { Work } from '../../../db/tx.ts';
import { orderRefs } from '../rows/order-names.views.ts';
import { packListRefs } from '../rows/pack-list-names.views.ts';
import { plansById } from '../ledger/pack-lists.views.ts';

/** Whether a leaf lacks what a line by duty or by cartons needs of it. */
const LACKS: Readonly<Partial<Record<string, (leaf: Leaf, goods: GoodsInScope) => boolean>>> = {
  MISSING_DUTY_RATE: ({ key }, { duty }) => (duty.get(key)?.rateThousandths ?? null) === null,
  NO_CARTONS: ({ cartonRowId }) => cartonRowId === null,
};

/**
 * What keeps a line from being allocated: the orders and pack lists without cartons, or without a duty rate in the
 * destination of their plan. A person mends the first ones and sees the others then, so their number is limited.
 */
export async function previewGaps(
  w: Work,
  reason: string | null,
  goods: GoodsInScope,
): Promise<AllocationPreview['gaps']> {
  const lacks = reason === null ? undefined : LACKS[reason];
  if (!lacks) return [];
  const leaves = goods.leaves.filter((leaf) => lacks(leaf, goods)).slice(0, MOST_GAPS);
  const orders = await orderRefs(
    w,
    leaves.map(({ layerId }) => layerId),
  );
  const packLists = await packListRefs(
    w,
    leaves.flatMap(({ packListId }) => packListId ?? []),
  );
  const plans = await plansById(w, [...new Set(leaves.flatMap(({ planId }) => planId ?? []))]);
  return leaves.map(({ layerId, packListId, planId, productId, productSku }) => ({
    product: { id: productId, sku: productSku },
    order: orders.get(layerId) ?? null,
    packList: (packListId === null ? undefined : packLists.get(packListId)) ?? null,
    country: plans.find(({ id }) => id === planId)?.country ?? null,
  }));
}
const MOST_GAPS = 50;
