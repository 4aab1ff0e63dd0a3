import {
  ACCOUNT_CODE_TYPES,
  type AccountCode,
  createAccountCode,
  patchAccountCode,
} from '@quayside/contracts/payments/account-codes';
import type { z } from 'zod';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';

type Values = { code: string; name: string; type: AccountCode['type'] };

/** The dialog that adds an account code, or changes the code and name of one. The type of a code stays. */
export function CodeDialog({ code, onClose }: { code?: AccountCode; onClose: () => void }) {
  const t = useT();
  const keyFor = useIntentKey();
  const title = code ? t('payments:codes.editTitle', { code: code.code }) : t('payments:codes.addTitle');
  const form = useAppForm<Values, z.ZodType>({
    schema: createAccountCode.body,
    initial: { code: code?.code ?? '', name: code?.name ?? '', type: code?.type ?? 'PAYMENT' },
    failure: { verb: code ? 'update' : 'create', entity: t('payments:codes.entity') },
    submit: async (_, values) => {
      if (code)
        await call(patchAccountCode, {
          params: { id: code.id },
          body: { code: values.code, name: values.name, version: code.version },
        });
      else await call(createAccountCode, { body: values, idempotencyKey: keyFor(values) });
      toast('success', t('payments:codes.saved', { code: values.code }));
    },
    onSaved: onClose,
  });
  return (
    <Dialog title={title} onClose={onClose} size={440}>
      <Form form={form} guard={false} label={title}>
        {!code && (
          <SelectField
            {...form.field('type')}
            label={t('payments:codes.kind')}
            options={ACCOUNT_CODE_TYPES.map((value) => ({ value, label: t(`payments:codes.type.${value}`) }))}
            openOnFocus={false}
          />
        )}
        <TextField {...form.field('code')} label={t('payments:codes.code')} maxLength={50} autoFocus />
        <TextField {...form.field('name')} label={t('payments:codes.name')} maxLength={200} />
        <div className="row from-end">
          <DialogButtons
            action={code ? t('payments:codes.save') : t('payments:codes.add')}
            onCancel={onClose}
            isBusy={form.isSaving}
            submit
          />
        </div>
      </Form>
    </Dialog>
  );
}
