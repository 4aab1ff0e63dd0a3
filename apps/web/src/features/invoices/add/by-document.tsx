import { createInvoice, createInvoiceBody } from '@quayside/contracts/invoices';
import type { Supplier } from '@quayside/contracts/suppliers';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Form, FormSection } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { paths } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/toasts.ts';
import { useUploadInvoice } from '../api.ts';
import classes from '../invoices.module.css';
import { fileProblem } from '../use-invoice-actions.tsx';
import { SupplierSelect } from './supplier-select.tsx';

/** Creates an invoice from its document. */
export function ByDocument({ suppliers, first }: { suppliers: readonly Supplier[]; first: string }) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(createInvoice);
  const upload = useUploadInvoice();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const form = useAppForm<{ supplierId: string | null }, typeof createInvoiceBody>({
    schema: createInvoiceBody,
    // The upload sends the supplier beside the file; the supplier is optional.
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
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = fileProblem(t, chosen);
    setProblem(wrong);
    setFile(wrong ? undefined : chosen);
  };
  return (
    <Form form={form as never} guard={false} label={t('invoices:add.byDocument')}>
      <FormSection title={t('invoices:add.byDocument')} columns={1} form={form} fields={['supplierId']}>
        <p className={classes.hintRow}>{t('invoices:add.byDocumentBody')}</p>
        <SupplierSelect form={form} suppliers={suppliers} isOptional />
        <FileDrop file={file} problem={problem} onFile={take} t={t} />
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

function FileDrop({
  file,
  problem,
  onFile,
  t,
}: {
  file: File | undefined;
  problem: string | undefined;
  onFile: (file: File | undefined) => void;
  t: T;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div>
      {/* Drag and drop is optional; the button inside does the same. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={problem ? true : undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <b>{file ? file.name : t('invoices:add.drop')}</b>
        <ActionButton onClick={() => input.current?.click()}>{t('invoices:add.chooseFile')}</ActionButton>
        <span className={classes.hintRow}>{t('invoices:add.fileKinds')}</span>
        <input
          ref={input}
          type="file"
          className={classes.hiddenFile}
          accept=".pdf,.doc,.docx"
          aria-label={t('invoices:add.file')}
          tabIndex={-1}
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
