import { applyMeasures } from '@quayside/contracts/costs/cost-reports';
import type { Product } from '@quayside/contracts/products/products';
import { IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useApplyMeasures, useMeasuresPreview, useUndoMeasures } from './api.ts';
import { offerText } from './measure-words.ts';
import { MeasuresDialog } from './measures-dialog.tsx';

/**
 * Orders keep the weight and volume that the product had when they were created. This card offers to apply the
 * product's current measures to them. It renders nothing when all orders have the current measures.
 */
export function MeasuresOffer({ product }: { product: Product }) {
  const t = useT();
  const permission = usePermission(applyMeasures);
  const preview = useMeasuresPreview(product).data;
  const [isOpen, setOpen] = useState(false);
  const apply = useApplyMeasures(product.id);
  const undo = useUndoMeasures();
  const takeOver = (orderIds: string[] | undefined) =>
    apply.mutate(orderIds, {
      onSuccess: ({ operationId, orders, lines }) => {
        setOpen(false);
        toast(
          'success',
          t('products:measures.done', {
            orders: t('products:measures.orders', { count: orders }),
            lines: t('products:measures.doneLines', { count: lines }),
          }),
          {
            onUndo: () =>
              undo.mutate(operationId, { onSuccess: () => toast('success', t('products:measures.undone')) }),
          },
        );
      },
    });
  if (!preview || preview.orders.length === 0) return null;
  return (
    <>
      <Note
        tone="info"
        icon={IconRuler2}
        role="status"
        action={
          <ActionButton size="xs" permission={permission} onClick={() => setOpen(true)}>
            {t('products:measures.look')}
          </ActionButton>
        }
      >
        <b>
          <MeasuredText>{(words) => offerText(t, preview, words)}</MeasuredText>
        </b>{' '}
        {t('products:measures.hint')}
      </Note>
      {isOpen && (
        <MeasuresDialog preview={preview} isBusy={apply.isPending} onApply={takeOver} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
