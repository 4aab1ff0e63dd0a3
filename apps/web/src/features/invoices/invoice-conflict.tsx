import { ConflictDialog, type ConflictField } from '../../components/form/conflict-dialog.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatDay } from '../../lib/format.ts';
import { useSuppliers } from './api.ts';
import type { EditConflict } from './editor/editor-state.ts';
import { CELLS } from './editor/line-draft.ts';
import { storedRate } from './editor/rate.ts';
import { useEdited, useEditor } from './editor/use-editor.ts';

/**
 * The dialog for a version conflict. It shows the stored and the typed values, and saves the values that the person
 * chooses.
 */
export function InvoiceConflict() {
  const conflict = useEdited((state) => state.conflict);
  return conflict ? <Shown conflict={conflict} /> : null;
}

function Shown({ conflict }: { conflict: EditConflict }) {
  const t = useT();
  const editor = useEditor();
  const suppliers = useSuppliers().data ?? [];
  const header = useEdited((state) => state.header.draft);
  const row = useEdited((state) => state.rows.get(conflict.of));
  const typed: Record<string, unknown> = { ...(conflict.of === 'header' ? header : row?.draft) };
  const fields =
    conflict.of === 'header'
      ? headerFields(t, new Map(suppliers.map(({ id, companyName }) => [id, companyName])))
      : lineFields(t);
  const mine = Object.fromEntries(Object.keys(typed).map((name) => [name, plain(name, typed[name])]));
  const shown = fields.filter(({ name }) => name in typed);
  // The shared dialog expects a form, so wrap the draft in an object with the same functions.
  const form = {
    values: mine,
    isChanged: () => true,
    dropConflict: () => editor.resolve(Object.keys(typed)),
    resolveConflict: (theirs: Record<string, unknown>) =>
      editor.resolve(Object.keys(typed).filter((name) => !(name in theirs))),
  };
  return (
    <ConflictDialog
      form={form}
      conflict={{ current: conflict.current as unknown as Record<string, unknown> }}
      fields={shown}
    />
  );
}

/** Converts a typed value to the form of the stored value, so that both can be compared. */
function plain(name: string, value: unknown): unknown {
  if (name === 'rate' && typeof value === 'object' && value !== null && 'text' in value) {
    const read = storedRate(value as Parameters<typeof storedRate>[0]);
    return 'value' in read ? read.value : String(value.text);
  }
  if (name === 'product') return (value as { sku: string } | null)?.sku ?? null;
  if (name === 'pairedWith' && Array.isArray(value)) return value.map((item: { label: string }) => item.label);
  return value;
}

function headerFields(t: T, suppliers: ReadonlyMap<string, string>): ConflictField[] {
  const day = (value: unknown) => formatDay(String(value));
  return [
    {
      name: 'supplierId',
      label: t('invoices:supplier'),
      stored: (row) => (row['supplierContact'] as { id: string } | null)?.id,
      format: (value) => suppliers.get(String(value)) ?? String(value),
    },
    { name: 'invoiceNumber', label: t('invoices:number') },
    { name: 'date', label: t('invoices:date'), format: day },
    { name: 'currency', label: t('invoices:currency') },
    { name: 'total', label: t('invoices:total') },
    { name: 'rate', label: t('invoices:rate') },
    { name: 'rateDate', label: t('invoices:rateDate'), format: day },
    { name: 'type', label: t('invoices:type'), format: (value) => t(`invoices:types.${value as 'SHIPPING_ONLY'}`) },
    {
      name: 'shippingMethod',
      label: t('invoices:header.shippingMethod'),
      format: (value) => t(`shippingMethod.${value as 'AIR'}`),
    },
    { name: 'costType', label: t('invoices:header.costType'), format: (value) => t(`category.${value as 'OTHER'}`) },
    { name: 'payReferenceNumber', label: t('invoices:header.payReference') },
    { name: 'vesselVoyage', label: t('invoices:header.vesselVoyage') },
    { name: 'etd', label: t('invoices:header.etd'), format: day },
    { name: 'tracking', label: t('invoices:header.tracking') },
    { name: 'attention', label: t('invoices:header.attention') },
    { name: 'billToCompany', label: t('invoices:header.billTo') },
    {
      name: 'pairedWith',
      label: t('invoices:header.pairedWith'),
      stored: (row) => (row['pairedWith'] as { label: string }[]).map((item) => item.label),
    },
  ];
}

const STORED: Readonly<Record<string, (row: Record<string, unknown>) => unknown>> = {
  product: (row) => (row['product'] as { sku: string } | null)?.sku ?? null,
  price: (row) => row['unitPrice'],
  tax: (row) => row['taxAmount'],
};
const lineFields = (t: T): ConflictField[] =>
  CELLS.map((name) => ({
    name,
    label: t(`invoices:lines.${name}`),
    ...(STORED[name] ? { stored: STORED[name] } : {}),
    ...(name === 'costType' ? { format: (value: unknown) => t(`category.${value as 'OTHER'}`) } : {}),
  }));
