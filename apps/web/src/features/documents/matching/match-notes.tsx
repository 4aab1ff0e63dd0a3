import type { Document } from '@quayside/contracts/documents/documents';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { sameFileQuery } from '../api.ts';

/** Notes about the document: the invoices it is attached to, and the invoices with an identical file. */
export function MatchNotes({ document }: { document: Document }) {
  const t = useT();
  const attached = document.entities;
  const same = useQuery(sameFileQuery(document.id)).data ?? [];
  const duplicates = same.filter(
    ({ id, reasons }) => reasons.includes('FILE') && attached.every(({ entityId }) => entityId !== id),
  );
  return (
    <>
      {duplicates.length > 0 && (
        <Note tone="warning" icon={IconCopy} role="status">
          <b>{t('documents:matching.duplicate')}</b>{' '}
          <Links
            items={duplicates.map(({ id, invoiceNumber, supplierName }) => ({
              to: paths.invoice(id),
              label: invoiceNumber,
              detail: supplierName,
            }))}
          />
          . {t('documents:matching.duplicateHint')}
        </Note>
      )}
      {attached.length > 0 && (
        <Note tone="info" icon={IconLink} role="status">
          <b>{t('documents:matching.attachedTo')}</b>{' '}
          <Links
            items={attached.map(({ entityType, entityId, label }) => ({
              label,
              detail: null,
              ...(entityType === 'INVOICE' ? { to: paths.invoice(entityId) } : {}),
            }))}
          />
          . {t('documents:matching.attachedNote')}
        </Note>
      )}
    </>
  );
}

function Links({ items }: { items: readonly { to?: string; label: string; detail: string | null }[] }) {
  return items.map(({ to, label, detail }, index) => (
    <Fragment key={to ?? label}>
      {index > 0 && ', '}
      {to ? <Link to={to}>{label}</Link> : label}
      {detail && ` (${detail})`}
    </Fragment>
  ));
}
