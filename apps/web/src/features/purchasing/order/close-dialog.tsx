import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { useState } from 'react';
import { TextAreaInput } from '../../../components/form/inputs.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useEditor } from '../editor/use-editor.ts';

interface CloseDialogProps {
  readonly reason: 'SHORT' | 'CANCELLED';
  readonly onClose: () => void;
}

/** Closes a purchase order by hand. The person says why. */
export function CloseDialog({ reason, onClose }: CloseDialogProps) {
  const t = useT();
  const editor = useEditor();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const number = editor.get().record.poNumber;
  const close = useWrite({
    send: () => {
      const { id, version } = editor.get().record;
      const body = { status: 'CLOSED', closeReason: reason, closeWords: words.trim(), version } as const;
      return editor.run(() => call(patchPurchaseOrder, { params: { id }, body }));
    },
    failure: { verb: 'update', entity: t('purchasing:entity') },
    isShownInline: true,
    onSuccess: (order) => {
      editor.adopt(order);
      toast('success', t('purchasing:moves.closed', { number }), { scope: 'global' });
      onClose();
    },
  });
  return (
    <Dialog
      title={t(`purchasing:close.${reason}.title`, { number })}
      size={480}
      onClose={onClose}
      footer={
        <DialogButtons
          action={t(`purchasing:close.${reason}.action`)}
          danger={reason === 'CANCELLED'}
          isBusy={close.isPending}
          onCancel={onClose}
          onAction={() => (words.trim() === '' ? setMissing(true) : close.mutate())}
        />
      }
    >
      <div className="stack">
        <p>{t(`purchasing:close.${reason}.body`)}</p>
        <TextAreaInput
          data-autofocus
          label={t('purchasing:close.words')}
          rows={2}
          maxLength={500}
          value={words}
          error={isMissing && words.trim() === '' ? t('validation.required') : undefined}
          onChange={setWords}
        />
        {close.problem && (
          <Note tone="danger" role="alert">
            {close.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
