import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { SelectField } from '../../../components/form/fields.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useT } from '../../../i18n/i18n.ts';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { supplierOption } from '../../../lib/supplier-options.ts';
import classes from '../invoices.module.css';

/** The supplier field, which is the first typed field of a new invoice. */
export function SupplierSelect({
  form,
  suppliers,
  onChange,
}: {
  form: AppForm;
  suppliers: readonly Supplier[];
  onChange?: (supplier: Pick<Supplier, 'id' | 'currency'> | undefined) => void;
}) {
  const t = useT();
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const { create, dialog } = useNewSupplier((supplier) => {
    form.set('supplierId', supplier.id);
    onChange?.(supplier);
  });
  return (
    <>
      <SelectField
        {...form.field('supplierId')}
        label={t('invoices:supplier')}
        // The list opens when somebody types or asks for it, and so does not lie over the form at first.
        openOnFocus={false}
        searchable
        options={suppliers.map(supplierOption)}
        help={
          <span className={classes.hintRow}>
            {t('invoices:add.supplierHint')}{' '}
            {create && (
              <button type="button" className={classes.textButton} onClick={() => create.onCreate('')}>
                {t('invoices:add.addSupplier')}
              </button>
            )}
          </span>
        }
        create={create}
        onChange={(id) => onChange?.(id === null ? undefined : byId.get(id))}
        renderOption={({ value, label }) => {
          const supplier = byId.get(value);
          return (
            <span>
              <SupplierName companyName={supplier?.companyName ?? label} localName={supplier?.localName} />
            </span>
          );
        }}
      />
      {dialog}
    </>
  );
}
