import type { BodyIn } from '@quayside/contracts/endpoint';
import { createProduct, productBody } from '@quayside/contracts/products/products';
import { SelectField, TextField } from '../form/fields.tsx';
import { Form } from '../form/form.tsx';
import { useNewSupplier } from '../form/new-supplier.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { Dialog, DialogButtons } from '../ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { useSuppliers } from '../../lib/supplier-options.ts';
import { useWrite } from '../../lib/api/write.ts';

/** The product of a line. */
export interface LineProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
}
/** The supplier of a document with lines. */
export interface LineSupplier {
  readonly id: string;
  readonly companyName: string;
}

interface NewProductProps {
  /** What was typed in the line. Text without a space is read as a SKU, other text as a name. */
  readonly text: string;
  /** The name that the line has already. */
  readonly lineName: string;
  readonly supplier: LineSupplier | null;
  readonly onClose: () => void;
  readonly onCreated: (product: LineProduct) => void;
}

/** Creates a product beside the line sheet: SKU, name and supplier. Everything else is added on its own page. */
export function NewProductDialog({ text, lineName, supplier, onClose, onCreated }: NewProductProps) {
  const t = useT();
  const suppliers = useSuppliers().data ?? [];
  const title = t('choices:newProduct.title');
  const create = useWrite({
    send: (body: BodyIn<typeof createProduct>, key) => call(createProduct, { body, idempotencyKey: key() }),
    isShownInline: true,
  });
  const isName = /\s/.test(text);
  const form = useAppForm({
    schema: productBody,
    initial: {
      sku: isName ? '' : text,
      name: isName ? text : lineName,
      supplierIds: supplier ? [supplier.id] : ([] as string[]),
      chosen: supplier?.id ?? null,
    },
    local: ['chosen'],
    failure: { verb: 'create', entity: t('choices:newProduct.entity') },
    submit: async (body) => {
      const { id, sku, name } = await create.mutateAsync(body);
      onCreated({ id, sku, name });
      onClose();
    },
  });
  const choose = (id: string | null) => form.set('supplierIds', id === null ? [] : [id]);
  const newSupplier = useNewSupplier(({ id }) => (form.set('chosen', id), choose(id)));
  const known = supplier && suppliers.every(({ id }) => id !== supplier.id) ? [supplier, ...suppliers] : suppliers;
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <Form form={form} guard={false} label={title}>
        <TextField {...form.field('sku')} label={t('choices:newProduct.sku')} maxLength={100} autoFocus={isName} />
        <TextField {...form.field('name')} label={t('choices:newProduct.name')} maxLength={500} autoFocus={!isName} />
        <SelectField
          {...form.field('chosen')}
          label={t('choices:newProduct.supplier')}
          help={form.errorAt('supplierIds')}
          searchable
          options={known.map(({ id, companyName }) => ({ value: id, label: companyName }))}
          create={newSupplier.create}
          onChange={choose}
        />
        <div className="row from-end">
          <DialogButtons action={title} submit isBusy={form.isSaving} onCancel={onClose} />
        </div>
      </Form>
      {newSupplier.dialog}
    </Dialog>
  );
}
