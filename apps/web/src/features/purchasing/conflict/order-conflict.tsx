import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import { ConflictDialog, type ConflictField } from '../../../components/form/conflict-dialog.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatDay, formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import { type ProposedRateDraft, storedRate } from '../../../lib/words/rate-draft.ts';
import { rateWords, shownRate } from '../../../lib/words/shown-rate.ts';
import { useSuppliers } from '../api.ts';
import { type TermDraft, termsOf } from '../editor/header-draft.ts';
import { ITEM_FIELDS, trimPrice } from '../editor/item-draft.ts';
import type { OrderState } from '../editor/order-editor.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { dueWords } from '../../../lib/words/due-words.ts';

/** The dialog for a version conflict: the newest stored and the typed values, of which the person chooses. */
export function OrderConflict() {
  const conflict = useEdited((state) => state.conflict);
  return conflict ? <Shown conflict={conflict} /> : null;
}

function Shown({ conflict }: { conflict: NonNullable<OrderState['conflict']> }) {
  const t = useT();
  const editor = useEditor();
  const suppliers = useSuppliers().data ?? [];
  const header = useEdited((state) => state.header.draft);
  const row = useEdited((state) => state.rows.get(conflict.of));
  const typed: Record<string, unknown> = { ...(conflict.of === 'header' ? header : row?.draft) };
  const names = Object.keys(typed);
  const current = conflict.current as unknown as Record<string, unknown>;
  const fields =
    conflict.of === 'header'
      ? headerFields(
          t,
          names,
          conflict.current as PurchaseOrder,
          new Map(suppliers.map((one) => [one.id, one.companyName])),
        )
      : itemFields(t);
  // The shared dialog expects a form, so wrap the draft in an object with the same functions.
  const form = {
    values: Object.fromEntries(names.map((name) => [name, plain(t, name, typed[name])])),
    isChanged: () => true,
    dropConflict: () => editor.resolve(names),
    resolveConflict: (theirs: Record<string, unknown>) => editor.resolve(names.filter((name) => !(name in theirs))),
  };
  return <ConflictDialog form={form} conflict={{ current }} fields={fields.filter(({ name }) => name in typed)} />;
}

/** Converts a typed value to the form of the stored value, so that both can be compared. */
function plain(t: T, name: string, value: unknown): unknown {
  if (name === 'rate') {
    const read = storedRate(value as ProposedRateDraft);
    return 'value' in read ? read.value : (value as ProposedRateDraft).text;
  }
  if (name === 'product') return (value as { sku: string } | null)?.sku ?? null;
  if (name === 'paymentTerms') return termWords(t, value as readonly TermDraft[]);
  if (name === 'attachmentIds') return (value as readonly string[]).length;
  return value;
}

/** Payment terms as text: "30 %, Order date + 14 d". */
const termWords = (t: T, terms: readonly TermDraft[]): string[] =>
  terms.map(
    ({ percent, event, ...rule }) => `${percent} %, ${dueWords(t, t(`purchasing:terms.event.${event}`), rule)}`,
  );

function headerFields(
  t: T,
  names: readonly string[],
  { currency, accountCurrency }: PurchaseOrder,
  suppliers: ReadonlyMap<string, string>,
): ConflictField[] {
  const special: Readonly<Record<string, Partial<ConflictField>>> = {
    supplierId: {
      label: t('purchasing:supplier'),
      format: (value) => suppliers.get(String(value)) ?? String(value),
    },
    rate: {
      label: t('records:rate.name'),
      format: (value) => rateWords(shownRate(String(value), { document: currency, account: accountCurrency })),
    },
    paymentTerms: {
      label: t('purchasing:terms.title'),
      stored: (row) => termWords(t, termsOf(row as unknown as PurchaseOrder)),
    },
    attachmentIds: {
      label: t('purchasing:files.title'),
      stored: (row) => (row['attachmentIds'] as readonly string[]).length,
    },
    shippingMethod: {
      label: t('purchasing:field.shippingMethod'),
      format: (value) => t(`shippingMethod.${value as 'AIR'}`),
    },
  };
  return names.map((name) => ({
    name,
    label: name in special ? '' : t(`purchasing:field.${name as 'poNumber'}`),
    ...(/(Date|On)$|^etd$/.test(name) && { format: (value: unknown) => formatDay(String(value)) }),
    ...special[name],
  }));
}

const PLAIN = /^\d+(\.\d+)?$/;
const figure = (format: (value: string) => string) => (value: unknown) =>
  PLAIN.test(String(value)) ? format(String(value)) : String(value);

const itemFields = (t: T): ConflictField[] =>
  ITEM_FIELDS.map((name) => ({
    name,
    label: t(`purchasing:items.${name}`),
    ...(name === 'product' && { stored: (row) => (row['product'] as { sku: string } | null)?.sku ?? null }),
    ...(name === 'quantity' && {
      stored: (row) => row['askedQuantity'] ?? row['quantity'],
      format: figure((value) => formatQuantity(value, 'figure')),
    }),
    ...(name === 'price' && {
      stored: (row) => row['unitPrice'],
      format: figure((value) => groupDigits(trimPrice(value))),
    }),
  }));
