import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { IconUsers, IconX } from '@tabler/icons-react';
import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { formatAgo } from '../../../lib/words/format.ts';
import { useSuppliers } from '../../../lib/supplier-options.ts';
import type { Overwritten } from '../editor/editor-state.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { headerFields, lineFields } from './conflict-fields.ts';
import { useLatestChange } from './use-latest-change.ts';

/** Tells a person which of the values that they saved here somebody else has changed since, who it was and when. */
export function OverwrittenNotes() {
  const overwritten = useEdited((state) => state.overwritten);
  return overwritten.map((one, at) => <OverwrittenNote key={at} one={one} />);
}

function OverwrittenNote({ one }: { one: Overwritten }) {
  const t = useT();
  const editor = useEditor();
  const { me } = useAccount();
  const suppliers = useSuppliers().data ?? [];
  const invoice = useEdited((state) => state.record);
  const lineId = one.of === 'header' ? null : (one.theirs as InvoiceLine).invoiceLineId;
  const { isKnown, entry } = useLatestChange(
    invoice.id,
    { lineId, fields: one.fields },
    `${lineId} ${one.theirs.version}`,
  );
  // The person has changed it in another tab or with another device.
  if (!isKnown || entry?.who?.id === me.id) return null;
  const all =
    one.of === 'header'
      ? headerFields(t, new Map(suppliers.map(({ id, companyName }) => [id, companyName])), one.theirs as Invoice)
      : lineFields(t, invoice);
  const names: readonly string[] = one.fields;
  const changes = all
    .filter(({ name }) => names.includes(name))
    .map((field) =>
      t('invoices:overwritten.change', {
        field:
          one.of === 'header'
            ? field.label
            : t('invoices:history.ofLine', { position: (one.theirs as InvoiceLine).position, field: field.label }),
        mine: words(field, one.mine),
        theirs: words(field, one.theirs),
      }),
    );
  const text = entry
    ? t('invoices:overwritten.by', {
        who: entry.who?.name ?? t('records:history.system'),
        when: formatAgo(entry.at),
        changes: changes.join('; '),
      })
    : t('invoices:overwritten.bySomebody', { changes: changes.join('; ') });
  return (
    <Note
      tone="warning"
      icon={IconUsers}
      role="status"
      action={
        <IconButton
          size={26}
          icon={IconX}
          label={t('invoices:overwritten.dismiss')}
          onClick={() => editor.forgetOverwritten(one)}
        />
      }
    >
      {text}
    </Note>
  );

  function words(field: ConflictField, row: object): string {
    const record = row as Record<string, unknown>;
    const value = field.stored ? field.stored(record) : record[field.name];
    if (value === null || value === undefined || value === '') return t('conflict.empty');
    return field.format ? field.format(value) : Array.isArray(value) ? value.join(', ') : String(value);
  }
}
