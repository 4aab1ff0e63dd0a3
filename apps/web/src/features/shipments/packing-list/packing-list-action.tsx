import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/page/load-part.ts';
import type { PackingListDialogProps } from './packing-list-dialog.tsx';

const Dialog = lazyPart(() => import('./packing-list-dialog.tsx').then((m) => m.PackingListDialog));

/** The dialog for the packing list of a plan, which is loaded when it is opened. */
export function usePackingListDialog(plan: PackingListDialogProps['plan']) {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <Dialog plan={plan} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
