import { createProduct, productBody } from '@quayside/contracts/products';
import { IconLock, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { CreateBar } from '../../components/form/create-bar.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts.ts';
import { useCreateProduct } from './api.ts';
import { ProductFields } from './product-fields.tsx';
import { productHref, valuesOf } from './product-values.ts';

/** A new product. */
export function ProductAddPage() {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createProduct);
  const create = useCreateProduct();
  const added = useRef({ id: '', sku: '' });
  const form = useAppForm({
    schema: productBody,
    initial: valuesOf(),
    submit: async (body) => {
      const product = await create.mutateAsync(body);
      added.current = product;
      toast('success', t('products:added', { name: product.name }));
    },
    onSaved: () => void navigate(productHref(added.current), { replace: true }),
  });
  return (
    <PageFrame
      title={t('products:add')}
      breadcrumb={[{ label: t('products:title'), to: paths.products() }]}
      actions={
        <ActionButton icon={IconUpload} to={paths.productImport()} permission={permission}>
          {t('products:importMany')}
        </ActionButton>
      }
    >
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      <Form form={form} label={t('products:add')} guard={permission.allowed}>
        <ProductFields form={form} readOnly={!permission.allowed} />
        <CreateBar form={form} action={t('products:add')} cancelTo={paths.products()} permission={permission} />
      </Form>
    </PageFrame>
  );
}
