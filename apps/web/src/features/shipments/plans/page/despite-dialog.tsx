import { useState } from 'react';
import { TextAreaInput } from '../../../../components/form/inputs.tsx';
import { Dialog, DialogButtons } from '../../../../components/ui/confirm.tsx';
import { Note } from '../../../../components/ui/states.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';

/** Asks for words when a plan that has left goes to an Amazon address although pre-flight finds errors. */
export function DespiteDialog() {
  const asksWhy = usePlan((state) => state.asksWhy);
  return asksWhy ? <Shown message={asksWhy.message} /> : null;
}

function Shown({ message }: { message: string }) {
  const t = useT();
  const editor = usePlanEditor();
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = words.trim() === '';
  return (
    <Dialog
      title={t('shipments:plans.preFlight.reroute', { number: editor.get().record.number })}
      size={480}
      onClose={editor.keepDestination}
      footer={
        <DialogButtons
          action={t('shipments:plans.preFlight.rerouteAction')}
          onCancel={editor.keepDestination}
          onAction={() => (isMissing ? setTried(true) : editor.explain(words.trim()))}
        />
      }
    >
      <div className="stack">
        <Note tone="warning">{message}</Note>
        <TextAreaInput
          data-autofocus
          label={t('shipments:plans.preFlight.rerouteWhy')}
          rows={2}
          maxLength={500}
          value={words}
          error={isTried && isMissing ? t('validation.required') : undefined}
          onChange={setWords}
        />
      </div>
    </Dialog>
  );
}
