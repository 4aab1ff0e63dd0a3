import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { toastFailure } from '../../../lib/toasts/toasts.ts';
import { useAutosave } from '../../../lib/editing/use-autosave.ts';
import { editorCalls, refreshPurchaseOrders } from '../api.ts';
import { createOrderEditor, type OrderEditor } from './order-editor.ts';

/**
 * Creates the editor of a purchase order, passes each newer version to the editor, and saves all input when the person
 * leaves the page.
 */
export function useOrderEditor(order: PurchaseOrderWithItems, readAt: number): OrderEditor {
  const [editor] = useState(() =>
    createOrderEditor(
      order,
      editorCalls(order.id, {
        onRefusal: (error) => toastFailure(error, { verb: 'update', entity: t('purchasing:entity') }),
        onSettled: refreshPurchaseOrders,
      }),
    ),
  );
  useAutosave(editor, order, readAt);
  return editor;
}
