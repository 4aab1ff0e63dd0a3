import { Chooser } from '../../../components/form/chooser.tsx';
import { Note } from '../../../components/ui/states.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { useT } from '../../../i18n/i18n.ts';
import { leftWords, type OpenOrder } from '../purchase-orders/open-orders.ts';
import own from '../purchase-orders/purchase-orders.module.css';
import type { NewInvoice } from './new-invoice.ts';

interface OrderSelectProps {
  readonly form: AppForm<NewInvoice>;
  /** Undefined if they could not be loaded. */
  readonly orders: readonly OpenOrder[] | undefined;
  /** The purchase order that the link names, if it is not among them. */
  readonly isLinkWrong: boolean;
}

/**
 * The purchase order from which a new invoice starts: one of the open ones of the supplier or, before a supplier is
 * chosen, of all.
 */
export function OrderSelect({ form, orders, isLinkWrong }: OrderSelectProps) {
  const t = useT();
  const { supplierId, purchaseOrderId } = form.values;
  const offered = (orders ?? []).filter((order) => supplierId === '' || order.supplierId === supplierId);
  const byId = new Map(offered.map((order) => [order.id, order]));
  const chosen = byId.get(purchaseOrderId);
  const choose = (id: string) => {
    const order = byId.get(id);
    form.set('purchaseOrderId', id);
    if (!order) return;
    if (order.supplierId !== null) form.set('supplierId', order.supplierId);
    form.set('currency', order.currency);
  };
  if (orders === undefined) return <Note tone="danger">{t('invoices:fromOrder.failed')}</Note>;
  return (
    <>
      {isLinkWrong && purchaseOrderId === '' && <Note tone="warning">{t('invoices:fromOrder.notOpen')}</Note>}
      {offered.length > 0 && (
        <Chooser
          label={`${t('invoices:fromOrder.order')} (${t('optional')})`}
          description={
            chosen ? `${leftWords(t, chosen)}. ${t('invoices:fromOrder.help')}` : t('invoices:fromOrder.help')
          }
          placeholder={t('invoices:fromOrder.find')}
          error={form.errorAt('purchaseOrderId')}
          searchable
          clearable
          openOnFocus={false}
          data={offered.map((order) => ({ value: order.id, label: order.poNumber }))}
          value={chosen?.id ?? null}
          renderOption={({ option }) => {
            const order = byId.get(option.value);
            return (
              <span className={own.option}>
                <span>
                  {option.label}
                  {supplierId === '' && order?.supplierName && ` · ${order.supplierName}`}
                </span>
                <span className="num">{order && leftWords(t, order)}</span>
              </span>
            );
          }}
          onChange={(id) => choose(id ?? '')}
        />
      )}
    </>
  );
}
