import { Button } from '@mantine/core';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { storedText } from '../editor/line-draft.ts';
import type { Row } from '../editor/editor-state.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { itemLabel, itemLeft, leftWords, type OrderItem, useOpenOrders, useOrderItems } from './open-orders.ts';
import own from './purchase-orders.module.css';

/** In a portal, a click on an option would count as one outside the popover, and close it. */
const INSIDE = { withinPortal: false } as const;

/**
 * Chooses the item of a purchase order that a line invoices: first the purchase order, one of the open ones of the
 * supplier, then the item.
 */
export function OrderItemField({ row, onDone }: { row: Row; onDone: () => void }) {
  const t = useT();
  const editor = useEditor();
  const { supplierContact, currency, purchaseOrders } = useEdited((state) => state.record);
  const named = row.stored?.purchaseOrderLine ?? null;
  const open = useOpenOrders();
  const orders = (open.data ?? []).filter(
    (order) => order.supplierId === supplierContact?.id && order.currency === currency,
  );
  const [chosen, setChosen] = useState(named?.purchaseOrder.id ?? purchaseOrders[0]?.id);
  const orderId = chosen ?? (orders.length === 1 ? orders[0]?.id : undefined);
  const items = useOrderItems(orderId);
  const store = useWrite({
    send: async (item: OrderItem | null) => {
      if (item) fillBlanks(editor, row, item);
      // A line that is only typed so far is stored before it can name an item.
      await editor.flush();
      await editor.patchRow(row.key, { purchaseOrderLineId: item?.id ?? null });
    },
    failure: { verb: 'update', entity: t('invoices:entity') },
    isShownInline: true,
    onSuccess: onDone,
  });
  const options = new Map([
    ...purchaseOrders.map(({ id, number }) => [id, { name: number, note: '' }] as const),
    ...(named ? [[named.purchaseOrder.id, { name: named.purchaseOrder.number, note: '' }] as const] : []),
    ...orders.map((order) => [order.id, { name: order.poNumber, note: leftWords(t, order) }] as const),
  ]);
  const itemById = new Map(sorted(items.data ?? [], row).map((item) => [item.id, item]));
  if (open.isError) return <Note tone="danger">{t('invoices:fromOrder.failed')}</Note>;
  return (
    <div className={own.chooser}>
      <Chooser
        label={t('invoices:fromOrder.order')}
        placeholder={t('invoices:fromOrder.find')}
        searchable
        openOnFocus={false}
        comboboxProps={INSIDE}
        disabled={store.isPending}
        isStale={open.isPending}
        nothingFound={t('invoices:fromOrder.none')}
        data={[...options].map(([value, { name }]) => ({ value, label: name }))}
        value={orderId ?? null}
        renderOption={({ option }) => (
          <span className={own.option}>
            <span>{option.label}</span>
            <span className="num">{options.get(option.value)?.note}</span>
          </span>
        )}
        onChange={(id) => id && setChosen(id)}
      />
      {options.size === 0 && !open.isPending && <p className="muted">{t('invoices:fromOrder.none')}</p>}
      {orderId !== undefined && (
        <Chooser
          label={t('invoices:fromOrder.item')}
          placeholder={t('invoices:fromOrder.findItem')}
          searchable
          comboboxProps={INSIDE}
          data-autofocus
          openOnFocus={false}
          disabled={store.isPending}
          isStale={items.isPending}
          error={store.problem}
          data={[...itemById.values()].map((item) => ({ value: item.id, label: itemLabel(item) }))}
          value={named?.id ?? null}
          renderOption={({ option }) => {
            const item = itemById.get(option.value);
            return (
              <span className={own.option}>
                <span>{option.label}</span>
                <span className="num">{item && itemLeft(t, item)}</span>
              </span>
            );
          }}
          onChange={(id) => id && store.mutate(itemById.get(id) ?? null)}
        />
      )}
      {items.isError && <Note tone="danger">{t('invoices:fromOrder.failed')}</Note>}
      {named && (
        <div>
          <Button size="xs" loading={store.isPending} onClick={() => store.mutate(null)}>
            {t('invoices:fromOrder.nothing')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The items with the product of the line first, then those of which something is left. */
function sorted(items: readonly OrderItem[], row: Row): OrderItem[] {
  const productId = (row.draft.product === undefined ? row.stored?.product : row.draft.product)?.id;
  const rank = (item: OrderItem) =>
    (productId !== undefined && item.productId === productId ? 0 : 2) + (/^0*(\.0*)?$/.test(item.leftQuantity) ? 1 : 0);
  return items.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position);
}

/** Fills in what is still blank in the line: the product or words of the item, what is left of it, and its price. */
function fillBlanks(editor: ReturnType<typeof useEditor>, row: Row, item: OrderItem): void {
  const typed = (cell: 'name' | 'quantity' | 'amount') => row.draft[cell] ?? storedText(row.stored, cell);
  const product = row.draft.product === undefined ? row.stored?.product : row.draft.product;
  if (!product && item.product) editor.setCell(row.key, 'product', item.product);
  if (typed('name') === '' && item.name !== null) editor.setCell(row.key, 'name', item.name);
  if (typed('quantity') !== '' || typed('amount') !== '') return;
  editor.setCell(row.key, 'quantity', item.leftQuantity);
  editor.setCell(row.key, 'price', item.unitPrice);
}
