import type { Document } from '@quayside/contracts/documents/documents';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Chooser } from '../../../components/form/chooser.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useSuppliers } from '../../../lib/supplier-options.ts';
import { createFromDocument } from '../api.ts';
import { supplierAtFirst } from '../document-rules.ts';
import classes from './matching.module.css';

type Found = readonly { id: string; companyName: string }[];

/**
 * Creates an invoice with the state Review from the document, with or without a supplier. `isFirst` is true when no
 * existing invoice is a likely match, so this card is the first one.
 */
export function CreateFromDocument({
  document,
  found,
  isFirst,
}: {
  document: Document;
  found: Found | undefined;
  isFirst: boolean;
}) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const suppliers = useSuppliers().data ?? [];
  const [typed, setTyped] = useState<string | null>();
  const chosen = typed === undefined ? supplierAtFirst(found) : typed;
  const create = useWrite({
    send: () => createFromDocument(document.id, chosen),
    failure: { verb: 'create', entity: t('invoices:entity'), fixed: 'createInvoice' },
    onSuccess: ({ id, invoiceNumber }) => {
      toast('success', t('documents:matching.created', { number: invoiceNumber, name: document.fileName }), {
        scope: 'global',
      });
      void navigate(paths.invoice(id));
    },
  });
  const newSupplier = useNewSupplier(({ id }) => setTyped(id));
  const inText = new Set(found?.map(({ id }) => id));
  const option = ({ id, companyName }: { id: string; companyName: string }) => ({ value: id, label: companyName });
  return (
    <Card title={t('documents:matching.createTitle')}>
      <p className={classes.small}>{t('documents:matching.createHint')}</p>
      <div className={classes.row}>
        <Chooser
          className={classes.grow ?? ''}
          label={t('documents:matching.supplier')}
          placeholder={t('documents:matching.supplierLater')}
          searchable
          clearable
          create={newSupplier.create}
          disabled={!permission.allowed}
          value={chosen}
          onChange={setTyped}
          data={[
            ...(found && found.length > 0 ? [{ group: t('documents:matching.inText'), items: found.map(option) }] : []),
            {
              group: t('documents:matching.allSuppliers'),
              items: suppliers.filter(({ id }) => !inText.has(id)).map(option),
            },
          ]}
        />
        <ActionButton
          icon={IconFilePlus}
          variant={isFirst ? 'filled' : 'default'}
          permission={permission}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('documents:matching.create')}
        </ActionButton>
      </div>
      {found && found.length > 0 && (
        <p className={classes.hint}>{t('documents:matching.supplierFound', { count: found.length })}</p>
      )}
      {newSupplier.dialog}
    </Card>
  );
}
