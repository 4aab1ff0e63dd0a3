import { type Document } from '@quayside/contracts/documents';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import { MAX_ATTACHED_BYTES, sendEmailWithAttachments } from '@quayside/contracts/sent-mails';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { IconLock, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { TagsField, TextAreaField, TextField } from '../../../components/form/fields.tsx';
import { Form, FormSection, Wide } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { type Permission, useAccount } from '../../../lib/account.ts';
import { call } from '../../../lib/call.ts';
import { formatFileSize } from '../../../lib/document-file.ts';
import { paths } from '../../../lib/paths.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshPurchaseOrders } from '../api.ts';
import { Attachments } from './attachments.tsx';
import { htmlOf, type MailDraft, proposedMail, sizeOf } from './mail-draft.ts';
import classes from './send.module.css';

interface MailFormProps {
  readonly order: PurchaseOrderWithItems;
  readonly permission: Permission;
  readonly onSent: (recipients: readonly string[]) => void;
}

/** The mail with the PDF of a purchase order: recipients, subject, text and attachments, all filled in at first. */
export function MailForm({ order, permission, onSent }: MailFormProps) {
  const t = useT();
  const { me } = useAccount();
  // Documents of the account that are no files of the purchase order, as far as they were chosen here.
  const [others, setOthers] = useState<readonly Document[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const send = useWrite({
    send: (body: BodyIn<typeof sendEmailWithAttachments>, key) =>
      call(sendEmailWithAttachments, { body, idempotencyKey: key() }),
    isShownInline: true,
    onSuccess: () => {
      refreshPurchaseOrders();
      void queryClient.invalidateQueries({ queryKey: ['sent-mails'] });
    },
  });
  const form = useAppForm<MailDraft, NonNullable<typeof sendEmailWithAttachments.body>>({
    schema: sendEmailWithAttachments.body,
    initial: proposedMail(t, order, me),
    rowVersion: order.version,
    submit: async (body) => {
      setFailed(false);
      try {
        await send.mutateAsync({
          ...body,
          body: htmlOf(body.body),
          entityType: 'PURCHASE_ORDER',
          entityId: order.id,
        });
      } catch (error) {
        setFailed(true);
        throw error;
      }
      toast('success', t('purchasing:send.sent'));
      onSent([...body.to, ...(body.cc ?? [])]);
    },
    failure: { verb: 'create', entity: t('purchasing:entity') },
  });
  const readOnly = !permission.allowed;
  const known = new Map([...order.uploadedDocuments, ...others].map((document) => [document.id, document]));
  const chosen = form.values.documentIds.flatMap((id) => known.get(id) ?? []);
  const size = sizeOf(chosen);
  const limits = {
    size: formatFileSize(size),
    max: t('documents:size.mb', { size: MAX_ATTACHED_BYTES / 1024 / 1024 }),
  };
  const tooLarge = size > MAX_ATTACHED_BYTES ? t('purchasing:send.tooLarge', limits) : undefined;
  const blocked = order.generated === null ? t('purchasing:send.notGenerated') : (tooLarge ?? null);
  return (
    <Form
      // A failure is told beside the button, where it can be tried again.
      form={{ ...form, failure: undefined }}
      label={t('purchasing:send.form')}
      guard={permission.allowed}
      savesByKey={false}
    >
      {readOnly && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      <FormSection title={t('purchasing:send.form')} fields={['to', 'cc', 'subject', 'body']} form={form} columns={2}>
        <Wide>
          <TagsField
            {...form.field('to')}
            label={t('purchasing:send.to')}
            help={<ToHelp order={order} />}
            readOnly={readOnly}
          />
        </Wide>
        <Wide>
          <TagsField {...form.field('cc')} label={t('purchasing:send.cc')} optional={!readOnly} readOnly={readOnly} />
        </Wide>
        <Wide>
          <p className={classes.replyTo}>
            <span className="field-label">{t('purchasing:send.replyTo')}</span> <span>{me.email}</span>
          </p>
        </Wide>
        <Wide>
          <TextField
            {...form.field('subject')}
            label={t('purchasing:send.subject')}
            maxLength={200}
            readOnly={readOnly}
          />
        </Wide>
        <Wide>
          <TextAreaField
            {...form.field('body')}
            label={t('purchasing:send.text')}
            maxLength={20_000}
            readOnly={readOnly}
          />
        </Wide>
      </FormSection>
      <FormSection
        title={t('purchasing:send.attachments')}
        hint={<span className="num">{t('purchasing:send.sum', limits)}</span>}
        fields={['documentIds']}
        form={form}
        columns={1}
      >
        <Attachments
          order={order}
          others={others}
          chosen={form.values.documentIds}
          isReadOnly={readOnly}
          error={tooLarge ?? form.errorAt('documentIds')}
          onChange={(documentIds) => form.set('documentIds', documentIds)}
          onAdd={(document) => {
            setOthers([...others.filter(({ id }) => id !== document.id), document]);
            form.set('documentIds', [...form.values.documentIds, document.id]);
          }}
        />
      </FormSection>
      {hasFailed && !form.isSaving && (
        <Note
          tone="danger"
          role="alert"
          action={
            <ActionButton size="xs" icon={IconRefresh} blocked={blocked} onClick={() => void form.save()}>
              {t('purchasing:send.retry')}
            </ActionButton>
          }
        >
          <b>{t('purchasing:send.failed')}</b> {form.failure} {t('purchasing:send.kept')}
        </Note>
      )}
      <div className="row from-end">
        <ActionButton to={paths.purchaseOrder(order.id)}>{t('cancel')}</ActionButton>
        <ActionButton
          type="submit"
          variant="filled"
          icon={IconSend}
          permission={permission}
          blocked={blocked}
          loading={form.isSaving}
          keys="Ctrl ↵"
        >
          {t('purchasing:send.action')}
        </ActionButton>
      </div>
    </Form>
  );
}

/** How addresses are typed and, for a supplier without one, where it is entered. */
function ToHelp({ order: { contact } }: { order: PurchaseOrderWithItems }) {
  const t = useT();
  if (!contact || contact.email !== null) return t('purchasing:send.toHint');
  return (
    <>
      {t('purchasing:send.noAddress')} <Link to={paths.supplier(contact.id)}>{t('purchasing:send.addAddress')}</Link>
    </>
  );
}
