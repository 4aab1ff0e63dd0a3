import { patchProduct, type Product } from '@quayside/contracts/products/products';
import type { BodyIn } from '@quayside/contracts/endpoint';
import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { cacheProduct } from '../api.ts';
import type { OwnVersion } from '../../../components/record/own-version.ts';
import { BOX_FIELDS, type BoxForm, type BoxKind, boxOf, boxSchema, patchOf, placeInBox } from './packaging-values.ts';

/** The form for one of a product's two packages, which is either the packed unit or the case. */
export function usePackagingForm(product: Product, kind: BoxKind, { newestOwn, onWritten }: OwnVersion) {
  const t = useT();
  const patch = useWrite({
    send: (body: BodyIn<typeof patchProduct>) => call(patchProduct, { params: { id: product.id }, body }),
    onSuccess: cacheProduct,
  });
  const form = useAppForm<BoxForm, typeof boxSchema>({
    schema: boxSchema,
    initial: { ...boxOf(product, kind), version: product.version },
    rowVersion: product.version,
    failure: { verb: 'update', entity: t('products:entity') },
    placeOf: (path) => placeInBox(path, kind),
    submit: async ({ version, ...box }) => {
      const fresh = await patch.mutateAsync({ ...patchOf(kind, box), version: newestOwn(version) });
      onWritten(fresh.version);
      toast('success', t('products:packaging.saved', { name: product.name }));
      return fresh;
    },
  });
  const conflictFields: ConflictField[] = BOX_FIELDS.map((name) => ({
    name,
    label: t(name === 'count' ? `products:packaging.count.${kind}` : `products:packaging.field.${name}`),
    stored: (row) => boxOf(row as unknown as Product, kind)[name],
  }));
  return { form, conflictFields };
}
