import type { Document } from '@quayside/contracts/documents/documents';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { MAX_ATTACHED_BYTES, sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import type { EntityType } from '@quayside/domain/lists';
import { IconLock, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { type Permission, useAccount } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { formatFileSize } from '../../lib/document-file.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { TagsField, TextAreaField, TextField } from '../form/fields.tsx';
import { Form, FormSection, Wide } from '../form/form.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { RefusalNote } from '../ui/refusal-note.tsx';
import { Note } from '../ui/states.tsx';
import { Attachments, type FixedFile } from './attachments.tsx';
import { htmlOf, type MailDraft, sizeOf } from './mail-draft.ts';
import classes from './mail.module.css';

/** A record that can be sent by mail, and the words for sending it. */
export interface MailedRecord {
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly version: number;
  /** The documents of the record. */
  readonly documents: readonly Document[];
  /** The company that gets the mail, if it is known. */
  readonly contact: { readonly id: string; readonly email: string | null } | null;
  readonly words: {
    /** The heading of the form: "Mail to the supplier". */
    readonly form: string;
    readonly action: string;
    readonly sent: string;
    readonly failed: string;
    readonly entity: string;
  };
}

interface MailFormProps {
  readonly record: MailedRecord;
  readonly proposed: MailDraft;
  readonly fixed: FixedFile | undefined;
  /** Stores the file that is always attached, if that is still to be done, and returns the ids of its documents. */
  readonly keepFixed: () => Promise<readonly string[]>;
  readonly permission: Permission;
  /** Why the mail cannot be sent yet. */
  readonly blocked: string | null;
  /** The page to which Cancel leads. */
  readonly cancelTo: string;
  readonly onSent: (recipients: readonly string[]) => void;
}

/** The mail with the documents of a record: recipients, subject, text and attachments, all filled in at first. */
export function MailForm({ record, proposed, fixed, keepFixed, permission, blocked, cancelTo, onSent }: MailFormProps) {
  const t = useT();
  const { me } = useAccount();
  // Documents of the account that are no documents of the record, as far as they were chosen here.
  const [others, setOthers] = useState<readonly Document[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const { words } = record;
  const send = useWrite({
    send: (body: BodyIn<typeof sendEmailWithAttachments>, key) =>
      call(sendEmailWithAttachments, { body, idempotencyKey: key() }),
    isShownInline: true,
  });
  const form = useAppForm<MailDraft, NonNullable<typeof sendEmailWithAttachments.body>>({
    schema: sendEmailWithAttachments.body,
    initial: proposed,
    rowVersion: record.version,
    submit: async (body) => {
      setFailed(false);
      try {
        await send.mutateAsync({
          ...body,
          body: htmlOf(body.body),
          documentIds: [...(await keepFixed()), ...(body.documentIds ?? [])],
          entityType: record.entityType,
          entityId: record.entityId,
        });
      } catch (error) {
        setFailed(true);
        throw error;
      }
      toast('success', words.sent);
      onSent([...body.to, ...(body.cc ?? [])]);
    },
    failure: { verb: 'create', entity: words.entity },
  });
  const readOnly = !permission.allowed;
  const known = new Map([...record.documents, ...others].map((document) => [document.id, document]));
  const chosen = form.values.documentIds.flatMap((id) => known.get(id) ?? []);
  const size = sizeOf([...(fixed ? [fixed] : []), ...chosen]);
  const limits = {
    size: formatFileSize(size),
    max: t('documents:size.mb', { size: MAX_ATTACHED_BYTES / 1024 / 1024 }),
  };
  const tooLarge = size > MAX_ATTACHED_BYTES ? t('mails:tooLarge', limits) : undefined;
  const reason = blocked ?? tooLarge ?? null;
  return (
    <Form
      // A failure is told beside the button, where it can be tried again.
      form={{ ...form, failure: undefined }}
      label={words.form}
      guard={permission.allowed}
      savesByKey={false}
    >
      {readOnly && (
        <Note tone="neutral" icon={IconLock}>
          {permission.reason}
        </Note>
      )}
      <FormSection title={words.form} fields={['to', 'cc', 'subject', 'body']} form={form} columns={2}>
        <Wide>
          <TagsField
            {...form.field('to')}
            label={t('mails:to')}
            help={<ToHelp contact={record.contact} />}
            readOnly={readOnly}
          />
        </Wide>
        <Wide>
          <TagsField {...form.field('cc')} label={t('mails:cc')} optional={!readOnly} readOnly={readOnly} />
        </Wide>
        <Wide>
          <p className={classes.replyTo}>
            <span className="field-label">{t('mails:replyTo')}</span> <span>{me.email}</span>
          </p>
        </Wide>
        <Wide>
          <TextField {...form.field('subject')} label={t('mails:subject')} maxLength={200} readOnly={readOnly} />
        </Wide>
        <Wide>
          <TextAreaField {...form.field('body')} label={t('mails:text')} maxLength={20_000} readOnly={readOnly} />
        </Wide>
      </FormSection>
      <FormSection
        title={t('mails:attachments')}
        hint={<span className="num">{t('mails:sum', limits)}</span>}
        fields={['documentIds']}
        form={form}
        columns={1}
      >
        <Attachments
          fixed={fixed}
          own={record.documents}
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
      {(hasFailed || form.failure !== undefined) && !form.isSaving && (
        <RefusalNote
          error={form.refusal}
          action={
            <ActionButton size="xs" icon={IconRefresh} blocked={reason} onClick={() => void form.save()}>
              {t('tryAgain')}
            </ActionButton>
          }
        >
          <b>{words.failed}</b> {form.failure} {t('mails:kept')}
        </RefusalNote>
      )}
      <div className="row from-end">
        <ActionButton to={cancelTo}>{t('cancel')}</ActionButton>
        <ActionButton
          type="submit"
          variant="filled"
          icon={IconSend}
          permission={permission}
          blocked={reason}
          loading={form.isSaving}
          keys="Ctrl ↵"
        >
          {words.action}
        </ActionButton>
      </div>
    </Form>
  );
}

/** How addresses are typed and, for a company without one, where it is entered. */
function ToHelp({ contact }: Pick<MailedRecord, 'contact'>) {
  const t = useT();
  if (!contact || contact.email !== null) return t('mails:toHint');
  return (
    <>
      {t('mails:noAddress')} <Link to={paths.supplier(contact.id)}>{t('mails:addAddress')}</Link>
    </>
  );
}
