import type { Supplier } from '@quayside/contracts/suppliers';
import { SelectField } from '../../../components/form/fields.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useT } from '../../../i18n/i18n.ts';
import { langOf } from '../../../lib/format.ts';
import classes from '../invoices.module.css';

/** The supplier field, which is the first field of both forms for a new invoice. */
export function SupplierSelect({
  form,
  suppliers,
  onChange,
  isOptional = false,
}: {
  form: AppForm;
  suppliers: readonly Supplier[];
  onChange?: (supplier: Pick<Supplier, 'id' | 'currency'> | undefined) => void;
  /** True when a document is uploaded, because its supplier may not be known yet. */
  isOptional?: boolean;
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
        autoFocus
        searchable
        clearable={isOptional}
        optional={isOptional}
        options={suppliers.map(({ id, companyName, localName }) => ({
          value: id,
          label: localName ? `${companyName} ${localName}` : companyName,
        }))}
        help={
          <span className={classes.hintRow}>
            {isOptional && t('invoices:add.supplierLater')} {t('invoices:add.supplierHint')}{' '}
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
              {supplier?.companyName ?? label}{' '}
              {supplier?.localName && (
                <span className={classes.local} lang={langOf(supplier.localName)}>
                  {supplier.localName}
                </span>
              )}
            </span>
          );
        }}
      />
      {dialog}
    </>
  );
}
