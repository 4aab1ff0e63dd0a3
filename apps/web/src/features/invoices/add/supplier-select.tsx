import type { Supplier } from '@quayside/contracts/suppliers';
import { Link } from 'react-router';
import { SelectField } from '../../../components/form/fields.tsx';
import type { AppForm } from '../../../components/form/use-app-form.ts';
import { useT } from '../../../i18n/i18n.ts';
import { langOf } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import classes from '../invoices.module.css';

/** The supplier field, the first one of both ways. */
export function SupplierSelect({
  form,
  suppliers,
  onChange,
  isOptional = false,
}: {
  form: AppForm;
  suppliers: readonly Supplier[];
  onChange?: (id: string | null) => void;
  /** A document can be uploaded before its supplier is known. */
  isOptional?: boolean;
}) {
  const t = useT();
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  return (
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
          <Link to={paths.supplierAdd()}>{t('invoices:add.addSupplier')}</Link>
        </span>
      }
      nothingFound={t('grid.optionsNone')}
      {...(onChange ? { onChange } : {})}
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
  );
}
