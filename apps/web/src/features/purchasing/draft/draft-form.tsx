import { createPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { purchaseOrderHeaderFields } from '@quayside/contracts/purchasing/purchase-order-header';
import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { todayIn } from '@quayside/domain/days/days';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { CurrencyField } from '../../../components/form/choice-fields.tsx';
import { DayField } from '../../../components/form/day-field.tsx';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { Form, FormSection, Wide } from '../../../components/form/form.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { SupplierName } from '../../../components/ui/supplier-name.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission, useTimeZone } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { supplierOption } from '../../../lib/supplier-options.ts';
import { useCreatePurchaseOrder } from '../api.ts';

const { supplierId, internalPoNumber, orderDate, currency } = purchaseOrderHeaderFields;
const body = z.strictObject({ supplierId, internalPoNumber, orderDate, currency });

interface DraftFormProps {
  readonly suppliers: readonly Supplier[];
  /** The id of the supplier that is chosen at first. */
  readonly first: string;
  /** The next internal number, which is free now. */
  readonly proposed: string;
}

/** The form that creates a draft. Terms, lead times, port and bank details come from the supplier. */
export function DraftForm({ suppliers, first, proposed }: DraftFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createPurchaseOrder);
  const accountCurrency = useCurrency();
  const zone = useTimeZone();
  const create = useCreatePurchaseOrder();
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const form = useAppForm({
    schema: body,
    initial: {
      supplierId: first === '' ? null : (first as string | null),
      internalPoNumber: proposed,
      orderDate: todayIn(Date.now(), zone),
      currency: byId.get(first)?.currency ?? accountCurrency,
    },
    failure: { verb: 'create', entity: t('purchasing:entity') },
    submit: async (values) => {
      // A number that nobody has changed is not sent, so that two drafts at once get different ones.
      const { internalPoNumber: number, ...rest } = values;
      const made = await create.mutateAsync({
        ...rest,
        ...(number !== undefined && number !== proposed ? { internalPoNumber: number } : {}),
      });
      void navigate(paths.purchaseOrder(made.id), { replace: true, state: { isNew: true } });
    },
  });
  const choose = (supplier: Pick<Supplier, 'id' | 'currency'> | undefined) =>
    form.set('currency', supplier?.currency ?? accountCurrency);
  const newSupplier = useNewSupplier((supplier) => {
    form.set('supplierId', supplier.id);
    choose(supplier);
  });
  return (
    <>
      <Form form={form} guard={false} label={t('purchasing:draft.title')}>
        <FormSection
          title={t('purchasing:draft.section')}
          hint={t('purchasing:draft.hint')}
          fields={['supplierId', 'internalPoNumber', 'orderDate', 'currency']}
          form={form}
        >
          <Wide>
            <SelectField
              {...form.field('supplierId')}
              label={t('purchasing:supplier')}
              autoFocus
              // The list opens when somebody types or asks for it, and so does not lie over the form at first.
              openOnFocus={false}
              searchable
              options={suppliers.map(supplierOption)}
              create={newSupplier.create}
              help={t('purchasing:draft.supplierHint')}
              onChange={(id) => choose(id === null ? undefined : byId.get(id))}
              renderOption={({ value, label }) => (
                <span>
                  <SupplierName
                    companyName={byId.get(value)?.companyName ?? label}
                    localName={byId.get(value)?.localName}
                  />
                </span>
              )}
            />
          </Wide>
          <TextField
            {...form.field('internalPoNumber')}
            label={t('purchasing:field.internalPoNumber')}
            help={t('purchasing:draft.numberHint')}
            maxLength={50}
          />
          <DayField {...form.field('orderDate')} label={t('purchasing:field.orderDate')} />
          <CurrencyField {...form.field('currency')} label={t('purchasing:field.currency')} />
        </FormSection>
        <div className="row from-end">
          <ActionButton to={paths.purchaseOrders()}>{t('cancel')}</ActionButton>
          <ActionButton
            type="submit"
            variant="filled"
            icon={IconPencil}
            loading={form.isSaving}
            permission={permission}
            keys="Ctrl ↵"
          >
            {t('purchasing:draft.create')}
          </ActionButton>
        </div>
      </Form>
      {newSupplier.dialog}
    </>
  );
}
