import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { targetName } from '../../../lib/words/order-name.ts';
import { useSuppliers } from '../../../lib/supplier-options.ts';
import type { EditorState } from '../editor/editor-state.ts';
import type { Pairing } from '../editor/header-draft.ts';
import { storedRate } from '../../../lib/words/rate-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { headerFields, lineFields } from './conflict-fields.ts';
import { useLatestChange } from './use-latest-change.ts';

/**
 * The dialog for a version conflict. It shows the newest stored and the typed values, says who has changed them and
 * when, and saves the values that the person chooses.
 */
export function InvoiceConflict() {
  const conflict = useEdited((state) => state.conflict);
  return conflict ? <Shown conflict={conflict} /> : null;
}

function Shown({ conflict }: { conflict: NonNullable<EditorState['conflict']> }) {
  const t = useT();
  const editor = useEditor();
  const suppliers = useSuppliers().data ?? [];
  const invoice = useEdited((state) => state.record);
  const header = useEdited((state) => state.header.draft);
  const row = useEdited((state) => state.rows.get(conflict.of));
  const typed: Record<string, unknown> = { ...(conflict.of === 'header' ? header : row?.draft) };
  const names = Object.keys(typed);
  const current = conflict.current as unknown as Record<string, unknown>;
  const fields =
    conflict.of === 'header'
      ? headerFields(t, new Map(suppliers.map(({ id, companyName }) => [id, companyName])), conflict.current as Invoice)
      : lineFields(t, invoice);
  const lineId = conflict.of === 'header' ? null : (row?.stored?.invoiceLineId ?? conflict.of);
  const { entry } = useLatestChange(invoice.id, { lineId, fields: names }, `${lineId} ${conflict.current.version}`);
  const mine = Object.fromEntries(names.map((name) => [name, plain(t, name, typed[name])]));
  // The shared dialog expects a form, so wrap the draft in an object with the same functions.
  const form = {
    values: mine,
    isChanged: () => true,
    dropConflict: () => editor.resolve(names),
    resolveConflict: (theirs: Record<string, unknown>) => editor.resolve(names.filter((name) => !(name in theirs))),
  };
  return (
    <ConflictDialog
      form={form}
      conflict={{ current }}
      fields={fields.filter(({ name }) => name in typed)}
      {...(entry ? { changed: { at: entry.at, by: entry.who?.name ?? t('records:history.system') } } : {})}
    />
  );
}

/** Converts a typed value to the form of the stored value, so that both can be compared. */
function plain(t: T, name: string, value: unknown): unknown {
  if (name === 'rate' && typeof value === 'object' && value !== null && 'text' in value) {
    const read = storedRate(value as Parameters<typeof storedRate>[0]);
    return 'value' in read ? read.value : String(value.text);
  }
  if (name === 'product') return (value as { sku: string } | null)?.sku ?? null;
  if (name === 'pairedWith' && Array.isArray(value)) return value.map((item: Pairing) => targetName(t, item));
  return value;
}
