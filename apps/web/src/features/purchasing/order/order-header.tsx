import { FieldGrid } from '../../../components/form/field-grid.tsx';
import { ShippingMethodInput } from '../../../components/form/shipping-method-input.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDayShort } from '../../../lib/words/format.ts';
import { GOODS_DAYS } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { CurrencyField, OrderDayField, OrderTextField, RateField, SupplierField } from './order-fields.tsx';

/** The header of a purchase order: who supplies what is ordered, when, in which currency, and where it goes. */
export function OrderHeader({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const problem = useEdited((state) => state.header.errors.header);
  const isForeign = useEdited(
    ({ header, record }) => (header.draft.currency ?? record.currency) !== record.accountCurrency,
  );
  return (
    <section aria-label={t('purchasing:header')}>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Card>
        <FieldGrid>
          <div data-wide>
            <SupplierField isReadOnly={isReadOnly} />
          </div>
          <OrderTextField field="poNumber" isReadOnly={isReadOnly} maxLength={50} />
          <OrderTextField field="internalPoNumber" isReadOnly={isReadOnly} maxLength={50} />
          <OrderDayField field="orderDate" isReadOnly={isReadOnly} />
          <OrderDayField field="deliveryDate" isReadOnly={isReadOnly} hint={<LeadTime />} />
          <CurrencyField isReadOnly={isReadOnly} />
          {isForeign ? <RateField isReadOnly={isReadOnly} /> : <div data-empty />}
          <div data-wide>
            <OrderTextField field="shipTo" isReadOnly={isReadOnly} maxLength={1000} rows={2} />
          </div>
          <ShippingMethodField isReadOnly={isReadOnly} />
          <OrderTextField field="portOfLoading" isReadOnly={isReadOnly} maxLength={200} />
        </FieldGrid>
      </Card>
    </section>
  );
}

/** The lead time of the shipping method and the expected day of departure. */
function LeadTime() {
  const t = useT();
  const times = useEdited((state) => state.record.leadTimes);
  const method = useEdited((state) =>
    state.header.draft.shippingMethod === undefined ? state.record.shippingMethod : state.header.draft.shippingMethod,
  );
  const days = useEdited((state) => state.record.expectedDays);
  const production = times.find(({ shippingMethod }) => shippingMethod === method)?.production;
  const leaves = days.find(({ event }) => event === 'SHIPPING');
  const words = [
    ...(typeof production === 'number' ? [t('purchasing:leadTime', { days: t('days', { count: production }) })] : []),
    ...(leaves
      ? [t(leaves.isEstimated ? 'purchasing:leavesAbout' : 'purchasing:leaves', { day: formatDayShort(leaves.day) })]
      : []),
  ];
  return words.length > 0 ? words.join(' · ') : null;
}

function ShippingMethodField({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const value = useEdited((state) =>
    state.header.draft.shippingMethod === undefined ? state.record.shippingMethod : state.header.draft.shippingMethod,
  );
  return (
    <ShippingMethodInput
      label={t('purchasing:field.shippingMethod')}
      value={value}
      isReadOnly={isReadOnly}
      onChange={(method) => editor.setHeader('shippingMethod', method, 0)}
    />
  );
}

/** The further fields: days of the goods, numbers, and the texts that are printed. */
export function OrderDetails({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT();
  return (
    <Card title={t('purchasing:details')}>
      <FieldGrid>
        <OrderTextField field="shippingNumber" isReadOnly={isReadOnly} maxLength={100} />
        <OrderDayField field="etd" isReadOnly={isReadOnly} />
        {GOODS_DAYS.map((field) => (
          <OrderDayField key={field} field={field} isReadOnly={isReadOnly} />
        ))}
        <div data-full>
          <OrderTextField
            field="notes"
            isReadOnly={isReadOnly}
            maxLength={5000}
            rows={2}
            hint={t('purchasing:printed')}
          />
        </div>
        <div data-full>
          <OrderTextField field="cartonMarks" isReadOnly={isReadOnly} maxLength={2000} rows={2} />
        </div>
        <div data-full>
          <OrderTextField
            field="bankingDetails"
            isReadOnly={isReadOnly}
            maxLength={2000}
            rows={3}
            hint={t('purchasing:bankingHint')}
          />
        </div>
      </FieldGrid>
    </Card>
  );
}
