import { createSupplier, supplierBody } from '@quayside/contracts/suppliers/suppliers';
import { IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { CreateBar } from '../../components/form/create-bar.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useCreateSupplier } from './api.ts';
import { DuplicatesNote } from './merge/duplicates-note.tsx';
import { useTypedDuplicates } from './merge/use-typed-duplicates.ts';
import { SupplierFields } from './supplier-fields.tsx';
import { valuesOf } from './supplier-values.ts';

/** The form of a new supplier. */
export function SupplierAddPage() {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createSupplier);
  const create = useCreateSupplier();
  const added = useRef('');
  const form = useAppForm({
    schema: supplierBody,
    initial: valuesOf(),
    failure: { verb: 'create', entity: t('suppliers:entity') },
    submit: async (body) => {
      const supplier = await create.mutateAsync(body);
      added.current = supplier.id;
      toast('success', t('suppliers:added', { name: supplier.companyName }));
    },
    onSaved: () => void navigate(paths.supplier(added.current), { replace: true }),
  });
  const duplicates = useTypedDuplicates(form.values);
  return (
    <PageFrame title={t('suppliers:add')} breadcrumb={[{ label: t('suppliers:title'), to: paths.suppliers() }]}>
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      <Form form={form} label={t('suppliers:add')} guard={permission.allowed}>
        <SupplierFields
          form={form}
          readOnly={!permission.allowed}
          isNew
          afterCompany={<DuplicatesNote duplicates={duplicates} />}
        />
        <CreateBar form={form} action={t('suppliers:add')} cancelTo={paths.suppliers()} permission={permission} />
      </Form>
    </PageFrame>
  );
}
