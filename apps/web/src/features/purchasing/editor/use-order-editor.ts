import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { toastFailure } from '../../../lib/toasts.ts';
import { holdsInput, holdsTyped } from '../../../lib/unsaved.ts';
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
  const taken = useRef(readAt);
  useEffect(() => {
    // Ignore what was read before the last save. It is read again as soon as everything is stored.
    if (taken.current === readAt || !editor.isIdle() || readAt < (editor.get().save.savedAt ?? 0)) return;
    taken.current = readAt;
    editor.take(order);
  }, [editor, order, readAt]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!editor.hasUnsaved()) return;
      void editor.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    // Before the person leaves, all input that can be saved is saved. The person is only asked about the rest.
    const release = holdsInput(async () => (!editor.hasUnsaved() || (await editor.flush()) ? 0 : 1));
    const releaseTyped = holdsTyped(() => (editor.hasUnsaved() ? 1 : 0));
    return () => {
      release();
      releaseTyped();
      window.removeEventListener('beforeunload', ask);
      editor.dispose();
    };
  }, [editor]);
  return editor;
}
