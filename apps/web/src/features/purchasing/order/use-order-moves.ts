import { patchPurchaseOrder, type PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { useNavigate } from 'react-router';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { setArchived } from '../api.ts';
import { useEditor } from '../editor/use-editor.ts';

/** The actions on a purchase order as a whole. All typed input is stored before one of them. */
export function useOrderMoves() {
  const t = useT();
  const editor = useEditor();
  const navigate = useNavigate();
  const failure = { verb: 'update', entity: t('purchasing:entity') } as const;
  const number = () => editor.get().record.poNumber;
  const isStored = async (): Promise<boolean> => {
    const isDone = await editor.flush();
    if (!isDone) toast('error', t('purchasing:moves.unsaved'), { scope: 'global' });
    return isDone;
  };
  const patch = (body: { status?: 'OPEN' }): Promise<PurchaseOrderWithItems> => {
    const { id, version } = editor.get().record;
    return call(patchPurchaseOrder, { params: { id }, body: { ...body, version } });
  };
  const move = async (kind: 'open' | 'reopen'): Promise<void> => {
    if (!(await isStored())) return;
    const isSure = await confirm({
      title: t(`purchasing:moves.${kind}Title`, { number: number() }),
      body: t(`purchasing:moves.${kind}Body`),
      action: t(`purchasing:moves.${kind}`),
    });
    if (!isSure) return;
    await write(async () => editor.adopt(await editor.run(() => patch({ status: 'OPEN' }))), {
      failure,
      done: t('purchasing:moves.opened', { number: number() }),
      scope: 'global',
    });
  };
  const archive = async (isArchived: boolean): Promise<void> => {
    if (!(await isStored())) return;
    await write(
      async () => {
        const { done, error } = await editor.run(() => setArchived([editor.get().record], isArchived));
        if (error !== undefined) throw error;
        for (const order of done) editor.adopt(order);
      },
      {
        failure,
        done: t(isArchived ? 'purchasing:archive.archived' : 'purchasing:archive.restored', { number: number() }),
        undo: () => archive(!isArchived),
      },
    );
  };
  /** Opens another page of the purchase order, once everything that was typed is stored. */
  const go = async (to: string): Promise<void> => {
    if (await isStored()) void navigate(to);
  };
  return { move, archive, go, isStored };
}
