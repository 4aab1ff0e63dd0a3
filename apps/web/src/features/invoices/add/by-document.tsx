import { createInvoice, createInvoiceBody } from '@quayside/contracts/invoices';
import type { Supplier } from '@quayside/contracts/suppliers';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Form, FormSection } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { DOCUMENT_ACCEPT, documentProblem } from '../../../lib/document-file.ts';
import { paths } from '../../../lib/paths.ts';
import { withPicturesAsPdf } from '../../../lib/picture-pages.ts';
import { failureText } from '../../../lib/toasts.ts';
import { useUploadInvoice } from '../api.ts';
import { FileDrop } from '../file-drop.tsx';
import classes from '../invoices.module.css';
import { SupplierSelect } from './supplier-select.tsx';

/** The form that creates an invoice by uploading its document. */
export function ByDocument({ suppliers, first }: { suppliers: readonly Supplier[]; first: string }) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const upload = useUploadInvoice();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const form = useAppForm<{ supplierId: string | null }, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    // The supplier is optional and not part of the request body; it is sent as a query parameter.
    local: ['supplierId'],
    initial: { supplierId: first || null },
    submit: async (_, { supplierId }) => {
      if (!file) return setProblem(t('validation.required'));
      try {
        const made = await upload.mutateAsync({ supplierId: supplierId ?? undefined, file });
        void navigate(paths.invoice(made.id), { replace: true });
      } catch (error) {
        setProblem(failureText(error, { verb: 'create', entity: t('invoices:entity'), fixed: 'createInvoice' }));
      }
    },
  });
  const take = async (files: readonly File[]) => {
    const [chosen] = await withPicturesAsPdf(files);
    if (!chosen) return;
    const wrong = documentProblem(chosen);
    setProblem(wrong);
    setFile(wrong ? undefined : chosen);
  };
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.byDocument')}>
      <FormSection title={t('invoices:add.byDocument')} columns={1} form={form} fields={['supplierId']}>
        <p className={classes.hintRow}>{t('invoices:add.byDocumentBody')}</p>
        <SupplierSelect form={form} suppliers={suppliers} isOptional />
        <div>
          <FileDrop
            hint={t('invoices:add.fileKinds')}
            label={t('invoices:add.file')}
            accept={DOCUMENT_ACCEPT}
            multiple
            problem={problem}
            onFiles={(files) => void take(files)}
          >
            <b>{file ? file.name : t('invoices:add.drop')}</b>
          </FileDrop>
        </div>
      </FormSection>
      <div className="row from-end">
        <ActionButton to={paths.invoices()}>{t('cancel')}</ActionButton>
        <ActionButton type="submit" variant="filled" icon={IconUpload} loading={form.isSaving} permission={permission}>
          {t('invoices:add.upload')}
        </ActionButton>
      </div>
    </Form>
  );
}
