import { IconFileText } from '@tabler/icons-react';
import { type Feature, PURCHASE_ORDERS } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

/**
 * The list and the page of a purchase order are missing here, because they include parts of other features; see
 * `app/joined-screens.ts`.
 */
export const purchasingFeature: Feature = {
  name: 'purchasing',
  screens: [
    {
      path: '/purchase-order/draft',
      load: () => import('./draft/draft.page.tsx').then((m) => m.DraftPage),
      need: PURCHASE_ORDERS,
    },
    {
      path: '/purchase-order/:id/generate',
      load: () => import('./generate/generate.page.tsx').then((m) => m.GeneratePage),
      need: PURCHASE_ORDERS,
    },
    {
      path: '/purchase-orders/:id/send',
      load: () => import('./send/send.page.tsx').then((m) => m.SendPage),
      need: PURCHASE_ORDERS,
    },
  ],
  // The drawer has no entry, because the list is a tab beside the invoices.
  palette: [{ label: 'purchasingShell:title', icon: IconFileText, to: paths.purchaseOrders(), need: PURCHASE_ORDERS }],
  add: [
    {
      key: 'purchaseOrder',
      to: paths.purchaseOrderDraft(),
      icon: IconFileText,
      need: PURCHASE_ORDERS,
      // The description of the call is too large for the first screen.
      call: { access: 'write', flags: [['isPoAndInventoryEnabled']] },
      action: { label: 'purchasingShell:add', keys: ['c', 'o'] },
    },
  ],
  found: [
    {
      type: 'PURCHASE_ORDER',
      heading: 'purchasingShell:title',
      icon: IconFileText,
      path: ({ id }) => paths.purchaseOrder(id),
    },
  ],
};
