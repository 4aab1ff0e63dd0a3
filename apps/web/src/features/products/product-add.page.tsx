import { createProduct, productBody } from '@quayside/contracts/products/products';
import { IconLock, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CreateBar } from '../../components/form/create-bar.tsx';
import { Form } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { LoadingCards } from '../../components/record/record-page.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { ErrorState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useCreateProduct } from './api.ts';
import { ProductFields } from './product-fields.tsx';
import { type ProductDraft, productHref, valuesOf } from './product-values.ts';
import { useNewVariant } from './variants/api.ts';
import { ParentNote } from './variants/variants-tab.tsx';

/**
 * The form of a new product. When the page's URL names a parent, the product is a variant and starts as a copy of the
 * parent.
 */
export function ProductAddPage() {
  const t = useT();
  const params = useSearchParams()[0];
  const parentId = params.get('parent');
  const draft = useNewVariant(parentId);
  const permission = usePermission(createProduct);
  const title = t(parentId === null ? 'products:add' : 'products:variants.add');
  const parent = draft.data?.parent ?? undefined;
  return (
    <PageFrame
      title={title}
      breadcrumb={[
        { label: t('products:title'), to: paths.products() },
        ...(parent ? [{ label: parent.name, to: productHref(parent, 'variants') }] : []),
      ]}
      actions={
        parentId === null && (
          <ActionButton icon={IconUpload} to={paths.productImport()} permission={permission}>
            {t('products:importMany')}
          </ActionButton>
        )
      }
    >
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      {parentId === null ? (
        <AddForm key="new" title={title} sku={params.get('sku')} cancelTo={paths.products()} />
      ) : draft.data ? (
        <AddForm
          key={parentId}
          title={title}
          draft={draft.data}
          cancelTo={parent ? productHref(parent, 'variants') : paths.products()}
        />
      ) : draft.isError ? (
        <ErrorState error={draft.error} record={t('products:entity')} onRetry={() => void draft.refetch()} />
      ) : (
        <LoadingCards heights={[244, 196]} />
      )}
    </PageFrame>
  );
}

interface AddFormProps {
  readonly title: string;
  readonly draft?: ProductDraft;
  /** The SKU that is known already, for example from an order of a customer. */
  readonly sku?: string | null;
  readonly cancelTo: string;
}

function AddForm({ title, draft, sku = null, cancelTo }: AddFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createProduct);
  const create = useCreateProduct();
  const added = useRef({ id: '', sku: '' });
  const form = useAppForm({
    schema: productBody,
    initial: { ...valuesOf(draft), ...(sku !== null && { sku }) },
    failure: { verb: 'create', entity: t('products:entity') },
    submit: async (body) => {
      // A variant gets the packaging of its parent. The packaging can be changed later, on the packaging tabs.
      const packed = draft && { productPackaging: draft.productPackaging, casePackaging: draft.casePackaging };
      const product = await create.mutateAsync({ ...body, ...packed });
      added.current = product;
      toast('success', t('products:added', { name: product.name }));
    },
    onSaved: () => void navigate(productHref(added.current), { replace: true }),
  });
  return (
    <Form form={form} label={title} guard={permission.allowed}>
      {draft?.parent && <ParentNote parent={draft.parent} />}
      <ProductFields form={form} readOnly={!permission.allowed} parent={draft?.parent ?? null} />
      <CreateBar form={form} action={title} cancelTo={cancelTo} permission={permission} />
    </Form>
  );
}
