import type { BodyIn } from '@quayside/contracts/endpoint';
import { createSupplier, type Supplier, supplierBody } from '@quayside/contracts/suppliers/suppliers';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useWrite } from '../../lib/api/write.ts';
import { Dialog, DialogButtons } from '../ui/confirm.tsx';
import { CurrencyField } from './choice-fields.tsx';
import { TextField } from './fields.tsx';
import { Form } from './form.tsx';
import type { ChooserExtras } from './use-chooser.tsx';
import { useAppForm } from './use-app-form.ts';

type Created = Pick<Supplier, 'id' | 'companyName' | 'currency'>;

/**
 * Creates a supplier beside a form, which stays as it is. `create` is for a chooser and is absent where the person may
 * not create suppliers; `dialog` must be rendered outside the form. `currency` is that of the supplier, if it is known
 * already.
 */
export function useNewSupplier(
  onCreated: (supplier: Created) => void,
  currency: string | null = null,
): {
  readonly create: ChooserExtras['create'];
  readonly dialog: ReactNode;
} {
  const t = useT();
  const { allowed } = usePermission(createSupplier);
  const [name, setName] = useState<string>();
  return {
    create: allowed ? { words: (text) => t('chooser.create', { text }), onCreate: setName } : undefined,
    dialog: name !== undefined && (
      <NewSupplierDialog name={name} currency={currency} onClose={() => setName(undefined)} onCreated={onCreated} />
    ),
  };
}

function NewSupplierDialog({
  name,
  currency,
  onClose,
  onCreated,
}: {
  name: string;
  currency: string | null;
  onClose: () => void;
  onCreated: (supplier: Created) => void;
}) {
  const t = useT();
  const title = t('newSupplier.title');
  // The supplier is handed to the form as it is when the answer arrives.
  const latest = useRef(onCreated);
  latest.current = onCreated;
  const create = useWrite({
    send: (body: BodyIn<typeof createSupplier>, key) => call(createSupplier, { body, idempotencyKey: key() }),
    isShownInline: true,
  });
  const form = useAppForm({
    schema: supplierBody,
    initial: { companyName: name, currency },
    failure: { verb: 'create', entity: t('newSupplier.entity') },
    submit: async (body) => {
      const supplier = await create.mutateAsync(body);
      // The lists of suppliers are loaded again first, so that the chooser knows the supplier that is then chosen.
      await queryClient.invalidateQueries({ queryKey: ['suppliers'] });
      latest.current(supplier);
      onClose();
    },
  });
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <Form form={form} guard={false} label={title}>
        <TextField
          {...form.field('companyName')}
          label={t('newSupplier.name')}
          maxLength={200}
          autoFocus={name === ''}
        />
        <CurrencyField
          {...form.field('currency')}
          label={t('newSupplier.currency')}
          help={t('newSupplier.currencyHelp')}
          optional
          autoFocus={name !== ''}
          // Where the currency is known, Enter creates the supplier at once.
          openOnFocus={currency === null}
        />
        <div className="row from-end">
          <DialogButtons action={title} submit isBusy={form.isSaving} onCancel={onClose} />
        </div>
      </Form>
    </Dialog>
  );
}
