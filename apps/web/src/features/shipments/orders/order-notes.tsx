import { type OrderWithPackLists, patchOrder } from '@quayside/contracts/shipments/orders';
import { SHIPPING_METHODS, type ShippingMethod } from '@quayside/domain/lists';
import type { z } from 'zod';
import { DayField } from '../../../components/form/day-field.tsx';
import { SelectField, TextAreaField } from '../../../components/form/fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { EN_DASH, formatDay } from '../../../lib/words/format.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { orderQuery } from '../api.ts';

type Values = { readyOn: string; shippingMethod: ShippingMethod | null; notes: string; version: number };
const valuesOf = ({ readyOn, shippingMethod, notes, version }: OrderWithPackLists): Values => ({
  readyOn: readyOn ?? '',
  shippingMethod,
  notes: notes ?? '',
  version,
});

/** The ready day, the shipping method and the notes of an order. Viewers read them. */
export function OrderNotes({ order }: { order: OrderWithPackLists }) {
  const permission = usePermission(patchOrder);
  return permission.allowed ? <NotesForm order={order} /> : <NotedFacts order={order} />;
}

/** The same as facts to read. */
export function NotedFacts({ order }: { order: OrderWithPackLists }) {
  const t = useT();
  const { readyOn, shippingMethod, notes } = order;
  return (
    <KeyValues
      items={[
        { label: t('shipments:orders.readyOn'), value: formatDay(readyOn) || EN_DASH },
        {
          label: t('shipments:shippingMethod'),
          value: shippingMethod ? t(`shippingMethod.${shippingMethod}`) : EN_DASH,
        },
        { label: t('shipments:orders.notes'), value: notes ?? EN_DASH },
      ]}
    />
  );
}

function NotesForm({ order }: { order: OrderWithPackLists }) {
  const t = useT();
  const form = useAppForm<Values, z.ZodType>({
    schema: patchOrder.body,
    initial: valuesOf(order),
    rowVersion: order.version,
    failure: { verb: 'update', entity: t('shipments:orders.entity') },
    submit: async (_, { readyOn, shippingMethod, notes, version }) => {
      const stored = await call(patchOrder, {
        params: { orderId: order.orderId },
        body: { readyOn: readyOn || null, shippingMethod, notes: notes.trim() || null, version },
      });
      queryClient.setQueryData(orderQuery(order.orderId).queryKey, stored);
      toast('success', t('shipments:orders.saved'));
      return stored;
    },
  });
  return (
    <Form form={form} guard={showsAnother} label={t('shipments:orders.noted')} conflictFields={conflictFields(t)}>
      <DayField {...form.field('readyOn')} label={t('shipments:orders.readyOn')} optional />
      <SelectField
        {...form.field('shippingMethod')}
        label={t('shipments:shippingMethod')}
        help={t('shipments:orders.methodHelp')}
        options={SHIPPING_METHODS.map((value) => ({ value, label: t(`shippingMethod.${value}`) }))}
        openOnFocus={false}
        optional
      />
      <TextAreaField {...form.field('notes')} label={t('shipments:orders.notes')} rows={2} maxLength={2000} optional />
      {form.dirtyCount > 0 && (
        <div className="row">
          <ActionButton type="submit" variant="filled" loading={form.isSaving} keys="Ctrl S">
            {t('saveChanges')}
          </ActionButton>
          <ActionButton onClick={form.discard} disabled={form.isSaving}>
            {t('discard')}
          </ActionButton>
        </div>
      )}
    </Form>
  );
}

/** Whether the panel beside the list then shows another order, or none. */
function showsAnother(from: { readonly search: string }, to: { readonly search: string }): boolean {
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search).get('order'));
  return before !== after;
}

const conflictFields = (t: T) => [
  { name: 'readyOn', label: t('shipments:orders.readyOn'), format: (value: unknown) => formatDay(String(value)) },
  {
    name: 'shippingMethod',
    label: t('shipments:shippingMethod'),
    format: (value: unknown) => t(`shippingMethod.${value as ShippingMethod}`),
  },
  { name: 'notes', label: t('shipments:orders.notes') },
];
